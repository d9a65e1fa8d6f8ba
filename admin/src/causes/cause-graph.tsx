import { eventsHttp } from '@easel/contracts/events/http';
import Alert from '@mui/material/Alert';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { call } from '../lib/api.ts';
import { CauseList } from './cause-list.tsx';
import { causeRows } from './cause-tree.ts';
import { Failed } from '../ui/failed.tsx';
import { Placeholder } from '../ui/placeholder.tsx';

const CauseDrawing = lazy(() => import('./cause-graph-drawing.tsx'));

type View = 'graph' | 'list';

/** Everything of the chain that the event at this position is part of: what began it, and all that came of that. */
export function CauseGraph({ position }: { position: string }) {
  const theme = useTheme();
  const isPhone = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  const [chosen, setChosen] = useState<View>();
  const view = chosen ?? (isPhone ? 'list' : 'graph');
  const { data, error, refetch, isFetching } = useQuery({
    queryKey: ['events', 'causes', position],
    queryFn: ({ signal }) => call(eventsHttp.causes, { params: { id: position } }, { signal }),
  });
  const rows = useMemo(() => (data ? causeRows(data.nodes, data.edges) : []), [data]);
  const nodes = useMemo(() => rows.map(({ node }) => node), [rows]);

  if (error && !data) {
    return <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <Stack spacing={1.5}>
      <ToggleButtonGroup
        exclusive
        size="small"
        aria-label="Show the causes as"
        value={view}
        onChange={(_, next: View | null) => next !== null && setChosen(next)}
      >
        <ToggleButton value="graph">Graph</ToggleButton>
        <ToggleButton value="list">List</ToggleButton>
      </ToggleButtonGroup>
      {data?.cut === true && (
        <Alert severity="info">The chain is longer than this: only the part around the event is shown.</Alert>
      )}
      {!data ? (
        <Waiting />
      ) : view === 'list' ? (
        <CauseList rows={rows} asked={position} />
      ) : (
        <Suspense fallback={<Waiting />}>
          <CauseDrawing nodes={nodes} edges={data.edges} asked={position} />
        </Suspense>
      )}
    </Stack>
  );
}

const Waiting = () => <Placeholder height={236} label="The causes are being read" />;
