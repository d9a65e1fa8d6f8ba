import type { EventRecord } from '@easel/contracts/events/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode } from 'react';
import { type ListControllerResult, ListContextProvider, useListContext, useStore } from 'react-admin';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { formatCount } from '../../ui/money.tsx';
import { isNewest, withoutPlace, type WalkedFilters } from '../../ui/walked-filters.ts';
import { exportAddress } from './addresses.ts';
import { joined, newestOf, upTo } from './arrivals.ts';
import { EventCards, EventTable } from './event-rows.tsx';
import { useArrivals } from './use-arrivals.ts';
import { useLooking } from './use-looking.ts';

/**
 * The list with what came meanwhile above it, for whoever follows: by itself where nobody looks at the rows, else on
 * demand. `children` gets the rows and stands where the list's context knows of what came.
 */
export function Followed({ children }: { children: (rows: ReactNode) => ReactNode }) {
  const list = useListContext<EventRecord>();
  const { data: listed, isPlaceholderData } = list;
  const filter = list.filterValues as WalkedFilters;
  const [wanted, setWanted] = useStore('events.follow', false);
  const following = wanted && isNewest(filter);
  const settled = isPlaceholderData ? undefined : listed;
  const all = useArrivals({ following, filter, listed: settled });
  const arrived = following ? all : [];

  const { heldAt, letGo, handlers } = useLooking(newestOf(arrived, listed));
  const shown = upTo(arrived, heldAt);
  const data = listed && joined(shown, listed);
  const isCut = data !== undefined && data.at(-1)?.id !== listed?.at(-1)?.id;

  const follow = (on: boolean) => {
    setWanted(on);
    if (on && !isNewest(filter))
      list.setFilters(withoutPlace(filter), list.displayedFilters as Record<string, boolean>);
  };
  return (
    <ListContextProvider
      value={{ ...list, data, hasNextPage: list.hasNextPage || isCut } as ListControllerResult<EventRecord>}
    >
      {children(
        <>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', px: 2, py: 0.5, borderBottom: 1, borderColor: 'divider' }}>
            <FollowBar following={following} waiting={arrived.length - shown.length} onFollow={follow} onShow={letGo} />
            <DownloadButton label="Export NDJSON" url={exportAddress('ndjson', filter)} fileName="events.ndjson" />
            <DownloadButton label="Export CSV" url={exportAddress('csv', filter)} fileName="events.csv" />
          </Box>
          <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.5 : 1 }} {...handlers}>
            <Rows cameAfter={following ? settled?.[0]?.id : undefined} />
          </Box>
        </>,
      )}
    </ListContextProvider>
  );
}

interface FollowBarProps {
  following: boolean;
  /** How many came that are not shown. */
  waiting: number;
  onFollow: (on: boolean) => void;
  onShow: () => void;
}

function FollowBar({ following, waiting, onFollow, onShow }: FollowBarProps) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36, flex: 1, minWidth: 240 }}>
      <FormControlLabel
        control={<Switch size="small" checked={following} onChange={(_, on) => onFollow(on)} />}
        label="Follow"
      />
      <Typography variant="body2" color="text.secondary" role="status">
        {waiting > 0 ? `${formatCount(waiting)} new` : following ? 'New events appear here' : ''}
      </Typography>
      {waiting > 0 && (
        <Button size="small" onClick={onShow}>
          Show
        </Button>
      )}
    </Box>
  );
}

function Rows({ cameAfter }: { cameAfter: string | undefined }) {
  const list = useListContext<EventRecord>();
  const { data, error, refetch, isFetching, setFilters } = list;
  const { searchedTo } = (list.meta ?? {}) as { searchedTo?: string | null };
  const theme = useTheme();
  const isPhone = useMediaQuery(theme.breakpoints.down('sm'), { noSsr: true });
  if (error && data === undefined) {
    return (
      <Box sx={{ p: 2 }}>
        <Failed error={error} busy={isFetching ?? false} onRetry={() => void refetch()} />
      </Box>
    );
  }
  if (data?.length === 0 && typeof searchedTo === 'string') return <LookFurther from={searchedTo} />;
  if (data?.length === 0) {
    const isFiltered = Object.keys(list.filterValues as WalkedFilters).length > 0;
    return (
      <Box sx={{ p: 4, textAlign: 'center' }}>
        <Typography color="text.secondary" gutterBottom>
          {isFiltered ? 'No event is like that.' : 'Nothing has happened yet.'}
        </Typography>
        {isFiltered && <Button onClick={() => setFilters({}, {})}>Clear the filters</Button>}
      </Box>
    );
  }
  const Shape = isPhone ? EventCards : EventTable;
  return <Shape rows={data} cameAfter={cameAfter} />;
}

/** There was too much to look through at once. */
function LookFurther({ from }: { from: string }) {
  const list = useListContext<EventRecord>();
  const { after, before: _before, ...sought } = list.filterValues as WalkedFilters;
  const way = after === undefined ? 'before' : 'after';
  return (
    <Box sx={{ p: 4, textAlign: 'center' }}>
      <Typography color="text.secondary" gutterBottom role="status">
        Nothing is like that {way === 'before' ? 'down' : 'up'} to position {from}; the rest was not looked through.
      </Typography>
      <Button
        onClick={() => list.setFilters({ ...sought, [way]: from }, list.displayedFilters as Record<string, boolean>)}
      >
        Look further
      </Button>
    </Box>
  );
}
