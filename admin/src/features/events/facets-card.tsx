import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import ButtonBase from '@mui/material/ButtonBase';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { useListContext } from 'react-admin';
import { Failed } from '../../ui/failed.tsx';
import { words } from '../../ui/choices.ts';
import { formatCount } from '../../ui/money.tsx';
import { Placeholder } from '../../ui/placeholder.tsx';
import { Time } from '../../ui/time.tsx';
import type { WalkedFilters } from '../../ui/walked-filters.ts';
import { dayOf, type Facet, type Facets, isDay, listOf, toggled, useFacets } from './facets.ts';

/** Values of a facet that are shown unasked. */
const FEW = 8;

/** What the filters leave, by what it is; a value is put on and off the filters by pressing it. */
export function FacetsCard() {
  const list = useListContext();
  const filters = list.filterValues as WalkedFilters;
  const { data, error, refetch, isFetching, isPlaceholderData } = useFacets(filters);
  const narrow = (next: WalkedFilters) =>
    list.setFilters({ ...filters, ...next }, list.displayedFilters as Record<string, boolean>);
  const toggle = (name: 'category' | 'type' | 'kind') => (value: string) =>
    narrow({ [name]: toggled(listOf(filters[name]), value) });
  return (
    <Card component="aside" aria-labelledby="what-there-is">
      <CardContent>
        <Typography variant="h2" id="what-there-is" gutterBottom>
          What there is
        </Typography>
        {data ? (
          <Box aria-busy={isPlaceholderData} sx={{ opacity: isPlaceholderData ? 0.5 : 1 }}>
            <Counted facets={data} />
            <Values
              title="Category"
              facet={data.category}
              chosen={listOf(filters['category'])}
              onToggle={toggle('category')}
            />
            <Values title="Type" facet={data.type} chosen={listOf(filters['type'])} onToggle={toggle('type')} />
            <Values
              title="Kind of actor"
              facet={data.kind}
              chosen={listOf(filters['kind'])}
              onToggle={toggle('kind')}
              name={words}
            />
            <Values
              title="Day (UTC)"
              facet={data.day}
              chosen={data.day.values.map(({ value }) => value).filter((day) => isDay(day, filters))}
              onToggle={(day) => narrow(isDay(day, filters) ? { from: undefined, to: undefined } : dayOf(day))}
            />
          </Box>
        ) : error ? (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Placeholder height={720} label="Counting events" />
        )}
      </CardContent>
    </Card>
  );
}

/** How many they are, and of what: all of the log, or what there was time to look through. */
const Counted = ({ facets: { total, counted_since: since, first_at: first, last_at: last } }: { facets: Facets }) => (
  <Typography variant="body2" color="text.secondary" role="status" component="div">
    {formatCount(total)} {total === 1 ? 'event' : 'events'}
    {since === null ? (
      first !== null && (
        <>
          , of a log
          <br />
          from <Time at={first} exact />
          <br />
          to <Time at={last} exact /> UTC
        </>
      )
    ) : (
      <>
        {' '}
        since <Time at={since} exact /> UTC. Older events were not counted. Choose a time to count within it.
      </>
    )}
  </Typography>
);

interface ValuesProps {
  title: string;
  facet: Facet;
  chosen: readonly string[];
  onToggle: (value: string) => void;
  /** What a value is called. */
  name?: (value: string) => string;
}

function Values({ title, facet: { values, more }, chosen, onToggle, name = (value) => value }: ValuesProps) {
  const [isWhole, setWhole] = useState(false);
  const titleId = useId();
  const most = values.reduce((largest, { count }) => Math.max(largest, count), 1);
  // What is chosen stays in sight.
  const shown = isWhole ? values : values.filter(({ value }, index) => index < FEW || chosen.includes(value));
  const hidden = values.length - shown.length;
  return (
    <Box component="section" aria-labelledby={titleId} sx={{ mt: 1.5, mx: -2 }}>
      <Typography variant="h3" id={titleId} sx={{ px: 2, py: 0.5, fontSize: 13, fontWeight: 600 }}>
        {title}
      </Typography>
      {values.length === 0 ? (
        <Quiet>Nothing is left.</Quiet>
      ) : (
        <Table size="small" aria-labelledby={titleId}>
          <TableBody>
            {shown.map(({ value, count }) => (
              <Value
                key={value}
                label={name(value)}
                count={count}
                share={count / most}
                isChosen={chosen.includes(value)}
                onToggle={() => onToggle(value)}
              />
            ))}
          </TableBody>
        </Table>
      )}
      {(hidden > 0 || isWhole) && (
        <Button size="small" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)} sx={{ mx: 1 }}>
          {isWhole ? 'Fewer' : `${formatCount(hidden + more)} more`}
        </Button>
      )}
      {more > 0 && isWhole && <Quiet>and {formatCount(more)} more: narrow the list to see them.</Quiet>}
    </Box>
  );
}

const Quiet = ({ children }: { children: ReactNode }) => (
  <Typography variant="body2" color="text.secondary" sx={{ px: 2 }}>
    {children}
  </Typography>
);

interface ValueProps {
  label: string;
  count: number;
  share: number;
  isChosen: boolean;
  onToggle: () => void;
}

const Value = ({ label, count, share, isChosen, onToggle }: ValueProps) => (
  <TableRow hover selected={isChosen}>
    <TableCell sx={{ p: 0, maxWidth: 0, width: '100%' }}>
      <ButtonBase
        aria-pressed={isChosen}
        title={label}
        onClick={onToggle}
        sx={{
          position: 'relative',
          width: '100%',
          px: 2,
          py: 0.5,
          justifyContent: 'flex-start',
          fontSize: 13,
          fontFamily: 'inherit',
          '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: -2 },
        }}
      >
        <Bar share={share} />
        <Box
          component="span"
          sx={{ position: 'relative', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}
        >
          {label}
        </Box>
      </ButtonBase>
    </TableCell>
    <TableCell align="right">{formatCount(count)}</TableCell>
  </TableRow>
);

const Bar = ({ share }: { share: number }) => (
  <Box component="span" aria-hidden sx={{ position: 'absolute', left: 8, top: 3, bottom: 3, right: 0, opacity: 0.9 }}>
    <Box
      component="span"
      sx={{ display: 'block', height: '100%', borderRadius: 0.5, bgcolor: 'divider', minWidth: 2 }}
      style={{ width: `${Math.max(share, 0) * 100}%` }}
    />
  </Box>
);
