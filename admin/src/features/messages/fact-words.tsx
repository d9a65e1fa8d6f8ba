import type { HistoryEntry } from '@easel/contracts/kernel/console';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { words } from '../../ui/choices.ts';
import { OperatorName } from '../../ui/operator-name.tsx';
import { changesOf, detailText, type FieldChange } from './fact-changes.ts';

/** What a fact of a message says. Phrasing content. */
export function FactWords({ entry, brief = false }: { entry: HistoryEntry; brief?: boolean }) {
  const reason = detailText(entry, 'reason');
  const changes = changesOf(entry);
  const title = titles[entry.type];
  return (
    <>
      {title !== undefined && <Line>{title}</Line>}
      {changes.map((change) => (
        <Line key={change.field}>
          <ChangeWords change={change} />
        </Line>
      ))}
      {title === undefined && changes.length === 0 && reason === '' && <Line>{entry.type}</Line>}
      {reason !== '' && (
        <Line quiet>
          {changes.length === 0 ? 'Note' : 'Because'}: <bdi dir="auto">{reason}</bdi>
        </Line>
      )}
      {!brief && entry.type === 'MessageReplied' && <Quoted>{detailText(entry, 'text')}</Quoted>}
    </>
  );
}

const titles: Readonly<Record<string, string>> = {
  MessageSubmitted: 'Sent by the form',
  MessageReplied: 'Answered by mail',
  MessageReopened: 'Taken up again',
  MessageEscalated: 'Escalated: nobody had read it in time',
};

const Line = ({ children, quiet = false }: { children: ReactNode; quiet?: boolean }) => (
  <Box
    component="span"
    sx={{
      display: 'block',
      overflowWrap: 'anywhere',
      ...(quiet && { color: 'text.secondary', whiteSpace: 'pre-wrap' }),
    }}
  >
    {children}
  </Box>
);

const Quoted = ({ children }: { children: string }) => (
  <Box
    component="span"
    sx={{
      display: 'block',
      mt: 0.5,
      p: 1,
      borderRadius: 1,
      bgcolor: 'action.selected',
      whiteSpace: 'pre-wrap',
      overflowWrap: 'anywhere',
    }}
  >
    {children}
  </Box>
);

const ChangeWords = ({ change: { field, from, to } }: { change: FieldChange }) => (
  <>
    {words(field)}: <ValueWords field={field} value={from} /> → <ValueWords field={field} value={to} />
  </>
);

function ValueWords({ field, value }: { field: FieldChange['field']; value: string | null }) {
  if (value === null) return 'nobody';
  return field === 'assignee' ? <OperatorName id={value} /> : words(value);
}
