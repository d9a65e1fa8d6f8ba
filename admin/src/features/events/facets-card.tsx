import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useListContext } from 'react-admin';
import { Failed } from '../../ui/failed.tsx';
import { formatCount } from '../../ui/money.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Time } from '../../ui/time.tsx';
import type { WalkedFilters } from '../../ui/walked-filters.ts';
import { type Facets, listOf, useFacets } from './filters.tsx';

/** What the log holds, by type; a type is put on and off the filters by pressing it. */
export function FacetsCard() {
  const { data, error, refetch, isFetching } = useFacets();
  return (
    <Card component="aside" aria-labelledby="events-by-type">
      <CardContent>
        <Typography variant="h2" id="events-by-type" gutterBottom>
          The log
        </Typography>
        {data ? (
          <>
            <Typography variant="body2" color="text.secondary">
              {formatCount(data.total)} events
              {data.first_at !== null && (
                <>
                  <br />
                  from <Time at={data.first_at} exact />
                  <br />
                  to <Time at={data.last_at} exact /> UTC
                </>
              )}
            </Typography>
            <ByType types={data.types} />
          </>
        ) : error ? (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Placeholder height={420} label="The types are being counted" />
        )}
      </CardContent>
    </Card>
  );
}

function ByType({ types }: { types: Facets['types'] }) {
  const list = useListContext();
  const filters = list.filterValues as WalkedFilters;
  const chosen = listOf(filters['type']);
  const most = types[0]?.count ?? 1;
  const toggle = (type: string) => {
    const next = chosen.includes(type) ? chosen.filter((one) => one !== type) : [...chosen, type];
    list.setFilters({ ...filters, type: next }, list.displayedFilters as Record<string, boolean>);
  };
  return (
    <Box
      role="region"
      aria-label="Events by type"
      tabIndex={0}
      sx={{ mt: 1.5, mx: -2, maxHeight: { xs: 420, lg: 'calc(100dvh - 300px)' }, minHeight: 200, overflow: 'auto' }}
    >
      <Table size="small" stickyHeader>
        <TableHead>
          <TableRow>
            <TableCell>Type</TableCell>
            <TableCell align="right">Events</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {types.map(({ type, category, count }) => (
            <TableRow key={`${category} ${type}`} hover selected={chosen.includes(type)}>
              <TableCell sx={{ p: 0, maxWidth: 0, width: '100%' }}>
                <ButtonBase
                  aria-pressed={chosen.includes(type)}
                  title={`${type} of ${category}`}
                  onClick={() => toggle(type)}
                  sx={{
                    position: 'relative',
                    width: '100%',
                    px: 2,
                    py: 0.75,
                    justifyContent: 'flex-start',
                    fontSize: 13,
                    fontFamily: 'inherit',
                    '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
                  }}
                >
                  <Bar share={count / most} />
                  <Box
                    component="span"
                    sx={{ position: 'relative', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
                  >
                    {type}
                  </Box>
                </ButtonBase>
              </TableCell>
              <TableCell align="right">{formatCount(count)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  );
}

const Bar = ({ share }: { share: number }) => (
  <Box component="span" aria-hidden sx={{ position: 'absolute', left: 8, top: 4, bottom: 4, right: 0, opacity: 0.9 }}>
    <Box
      component="span"
      sx={{ display: 'block', height: '100%', borderRadius: 0.5, bgcolor: 'divider', minWidth: 2 }}
      style={{ width: `${Math.max(share, 0) * 100}%` }}
    />
  </Box>
);
