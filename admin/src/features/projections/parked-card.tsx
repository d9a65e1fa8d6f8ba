import type { Reply } from '@easel/contracts/kernel/client/address';
import { operationsHttp, type ProjectionRecord } from '@easel/contracts/operations/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useMayCall } from '../../lib/roles.ts';
import { formatCount } from '../../ui/money.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { RetryDialog } from './actions.tsx';
import { ParkedDialog } from './parked-dialog.tsx';
import { positionText } from './standing.ts';

export type Partition = Reply<typeof operationsHttp.one>['partitions'][number];

interface Props {
  projection: ProjectionRecord;
  /** Undefined while they are on their way. */
  partitions: readonly Partition[] | undefined;
}

/** Facts set aside because one of them could not be applied, by the partition that they share. */
export function ParkedCard({ projection, partitions }: Props) {
  const [asked, setAsked] = useState<{ about: Partition; what: 'look' | 'retry' }>();
  const mayRetry = useMayCall(operationsHttp.retry);
  const close = () => setAsked(undefined);
  return (
    <Card component="section" aria-labelledby="parked">
      <CardContent>
        <Typography variant="h2" id="parked" gutterBottom>
          Parked facts
        </Typography>
        {partitions === undefined ? (
          <Skeleton variant="rounded" height={projection.parked > 0 ? 120 : 20} />
        ) : partitions.length === 0 ? (
          <Typography color="text.secondary">None: every fact could be applied.</Typography>
        ) : (
          <Box component="ul" aria-label="Parked partitions" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {partitions.map((about) => (
              <Box
                component="li"
                key={about.partition}
                sx={{ py: 1.5, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0, pb: 0 } }}
              >
                <Row
                  about={about}
                  mayRetry={mayRetry}
                  onLook={() => setAsked({ about, what: 'look' })}
                  onRetry={() => setAsked({ about, what: 'retry' })}
                />
              </Box>
            ))}
          </Box>
        )}
      </CardContent>
      {asked?.what === 'look' && (
        <ParkedDialog projection={projection} partition={asked.about.partition} onClose={close} />
      )}
      {asked?.what === 'retry' && <RetryDialog projection={projection} parked={asked.about} onClose={close} />}
    </Card>
  );
}

interface RowProps {
  about: Partition;
  mayRetry: boolean;
  onLook: () => void;
  onRetry: () => void;
}

const Row = ({ about: { partition, facts, first_position, error, since }, mayRetry, onLook, onRetry }: RowProps) => (
  <Stack
    direction={{ xs: 'column', sm: 'row' }}
    spacing={1}
    sx={{ justifyContent: 'space-between', alignItems: { sm: 'flex-start' } }}
  >
    <Box sx={{ minWidth: 0 }}>
      <ShortId id={partition} copy of="partition’s key" />
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere', my: 0.5 }}>
        {error ?? 'No error was kept.'}
      </Typography>
      <Typography variant="caption" color="text.secondary">
        {facts === 1 ? '1 fact' : `${formatCount(facts)} facts`} from position {positionText(first_position)}, since{' '}
        <Time at={since} />
      </Typography>
    </Box>
    <Stack direction="row" spacing={1} sx={{ flexShrink: 0 }}>
      <Button size="small" variant="outlined" onClick={onLook}>
        Inspect
      </Button>
      {mayRetry && (
        <Button size="small" variant="outlined" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  </Stack>
);
