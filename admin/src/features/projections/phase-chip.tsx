import type { ProjectionRecord } from '@easel/contracts/operations/http';
import type { RunStatus } from '@easel/contracts/operations/policy';
import Chip, { type ChipProps } from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { type Phase, phaseLabels, phaseTexts, STANDS_STILL, underWay } from './standing.ts';

type Color = ChipProps['color'];

const phaseColors: Readonly<Record<Phase, Color>> = {
  live: 'success',
  'catching-up': 'info',
  stalled: 'warning',
  stopped: 'error',
  paused: 'warning',
};

/** Its phase; that it is made anew stands beside it, as the live tables have a phase of their own meanwhile. */
export function PhaseChip({ record }: { record: ProjectionRecord }) {
  const { phase, paused, stands_still } = record;
  return (
    <Stack component="span" direction="row" spacing={0.5} useFlexGap sx={{ display: 'inline-flex', flexWrap: 'wrap' }}>
      <Chip variant="outlined" label={phaseLabels[phase]} color={phaseColors[phase]} title={phaseTexts[phase]} />
      {stands_still && <Chip label="Stands still" color="error" title={STANDS_STILL} />}
      {paused && phase !== 'paused' && <Chip variant="outlined" label="Paused" color="warning" />}
      {underWay(record) && <Chip variant="outlined" label="Rebuilding" color="info" />}
    </Stack>
  );
}

const runLooks: Readonly<Record<RunStatus, { label: string; color: Color }>> = {
  queued: { label: 'Queued', color: 'default' },
  running: { label: 'Running', color: 'info' },
  comparing: { label: 'Comparing', color: 'info' },
  swapping: { label: 'Swapping', color: 'info' },
  swapped: { label: 'Swapped', color: 'success' },
  different: { label: 'Different', color: 'error' },
  cancelled: { label: 'Cancelled', color: 'default' },
  failed: { label: 'Failed', color: 'error' },
};

export const RunChip = ({ status }: { status: RunStatus }) => <Chip variant="outlined" {...runLooks[status]} />;
