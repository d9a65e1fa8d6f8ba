import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Link as RouterLink } from 'react-router';
import { Actor } from '../../ui/history.tsx';
import { Time } from '../../ui/time.tsx';
import { FactWords } from './fact-words.tsx';
import { Words } from './marks.tsx';
import { messagePath } from './paths.ts';
import { countOf } from './triage-results.ts';
import type { Trouble } from './use-desk.ts';

interface Props {
  troubles: readonly Trouble[];
  /** What can be done about it. */
  hint: string;
  onClose: () => void;
}

/** Which messages were not changed, and why; of a conflict who was there first, and with what. */
export function Troubles({ troubles, hint, onClose }: Props) {
  if (troubles.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" role="alert" onClose={onClose} sx={{ mb: 1 }}>
      <AlertTitle component="h2" sx={{ fontSize: 14 }}>
        {countOf(troubles.length)} not changed. {hint}
      </AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5, maxHeight: 240, overflowY: 'auto' }}>
        {troubles.map(({ seen, text, since }) => (
          <li key={seen.id}>
            <Link component={RouterLink} to={messagePath(seen.id)} color="inherit" sx={{ overflowWrap: 'anywhere' }}>
              <Words>{seen.subject}</Words>
            </Link>
            {': '}
            {text}
            {since?.map((entry) => (
              <Box component="span" key={entry.version} sx={{ display: 'block', pl: 1 }}>
                <Box component="span" sx={{ fontWeight: 600 }}>
                  <Actor actor={entry.actor} />
                </Box>
                , <Time at={entry.at} />
                <FactWords entry={entry} brief />
              </Box>
            ))}
          </li>
        ))}
      </Box>
    </Alert>
  );
}
