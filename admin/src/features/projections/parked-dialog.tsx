import { operationsHttp, type ParkedFact, type ProjectionRecord } from '@easel/contracts/operations/http';
import { PARKED_SHOWN } from '@easel/contracts/operations/policy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { call } from '../../lib/api.ts';
import { Failed } from '../../ui/failed.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { positionText } from './standing.ts';

interface Props {
  projection: ProjectionRecord;
  partition: string;
  onClose: () => void;
}

/** The facts of a parked partition, in order: the first one failed, the others wait behind it. */
export function ParkedDialog({ projection: { id }, partition, onClose }: Props) {
  const titleId = useId();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['projections', id, 'parked', partition],
    queryFn: ({ signal }) => call(operationsHttp.parked, { params: { id }, query: { partition } }, { signal }),
  });
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="md">
      <DialogTitle id={titleId} component="h2" sx={{ overflowWrap: 'anywhere' }}>
        Parked facts of {partition}
      </DialogTitle>
      <DialogContent>
        {data ? (
          <Stack component="ol" spacing={3} sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data.facts.map((fact) => (
              <Fact key={fact.position} fact={fact} />
            ))}
            {data.facts.length === 0 && <li>They have been applied meanwhile.</li>}
            {data.facts.length >= PARKED_SHOWN && <li>No more than the first {PARKED_SHOWN} are shown.</li>}
          </Stack>
        ) : error ? (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Skeleton variant="rounded" height={280} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>Close</Button>
      </DialogActions>
    </Dialog>
  );
}

const Fact = ({ fact: { type, position, stream, revision, at, error, data } }: { fact: ParkedFact }) => (
  <li>
    <Typography variant="h3">{type}</Typography>
    <Typography component="div" variant="body2" color="text.secondary" sx={{ mb: 0.5 }}>
      Position {positionText(position)}, <ShortId id={stream} /> at {revision}, <Time at={at} exact /> UTC
    </Typography>
    <Box sx={{ mb: 1, overflowWrap: 'anywhere', color: error === null ? 'text.secondary' : 'error.main' }}>
      {error ?? 'Waits behind the one before it.'}
    </Box>
    <JsonView value={data} label={`Data of ${type} at ${position}`} />
  </li>
);
