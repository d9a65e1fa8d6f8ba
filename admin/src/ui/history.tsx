import type { HistoryEntry } from '@easel/contracts/kernel/console';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { OperatorName } from './operator-name.tsx';
import { Time } from './time.tsx';

interface Props {
  entries: readonly HistoryEntry[];
  /** What a fact says, in words. */
  describe: (entry: HistoryEntry) => ReactNode;
}

/** The facts of a thing, the newest first, each with who did it and when. */
export function History({ entries, describe }: Props) {
  return (
    <Stack component="ol" spacing={2} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map((entry) => (
        <Box component="li" key={entry.version} sx={{ borderLeft: 2, borderColor: 'divider', pl: 2 }}>
          <Typography variant="body2">{describe(entry)}</Typography>
          <Typography variant="caption" color="text.secondary">
            <Actor actor={entry.actor} /> · <Time at={entry.at} />
          </Typography>
        </Box>
      ))}
    </Stack>
  );
}

/** Who did something, as far as this operator may know. */
export function Actor({ actor: { kind, id } }: { actor: { kind: string; id: string | null } }) {
  if (kind === 'operator' && id !== null) return <OperatorName id={id} />;
  if (kind === 'member') return <span title={id ?? undefined}>Member</span>;
  if (kind === 'visitor') return <span>Visitor</span>;
  return <span>System{id === null || id === '' ? '' : ` (${id})`}</span>;
}
