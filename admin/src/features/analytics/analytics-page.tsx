import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { PageTitle } from '../../ui/page-title.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { useRange } from '../../ui/use-range.ts';
import { CohortsCard } from './cohorts-card.tsx';
import { FunnelCard } from './funnel-card.tsx';
import { LandingsCard } from './landings-card.tsx';
import { Trends } from './trends.tsx';

/** How the house goes, part by part. */
export default function AnalyticsPage() {
  const range = useRange();
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <PageTitle title="Analytics" />
      <RangeBar />
      <Typography variant="body2" color="text.secondary">
        Days are UTC. Visitors’ trial pictures are not among the generations.
      </Typography>
      <Trends range={range} />
      <FunnelCard range={range} />
      <CohortsCard range={range} />
      <LandingsCard range={range} />
    </Stack>
  );
}
