import type { ProjectionRecord } from '@easel/contracts/operations/http';
import { projectionPhases } from '@easel/contracts/operations/policy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { DataTable, List, SelectArrayInput, useListContext } from 'react-admin';
import { useMovedReads } from '../../lib/moved-reads.ts';
import { Cards } from '../../ui/cards.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { eventsBehindText, secondsText } from '../../ui/lag-texts.ts';
import { formatCount } from '../../ui/money.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { RecordLink } from '../../ui/record-link.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { Time } from '../../ui/time.tsx';
import { LagSparkline } from './lag-sparkline.tsx';
import { PAUSE_MS, POLL_MS } from './looking.ts';
import { PhaseChip, RunChip } from './phase-chip.tsx';
import { isMoving, phaseLabels, positionText, STANDS_STILL } from './standing.ts';

const Column = DataTable.Col<ProjectionRecord>;

const filters = [
  <SelectArrayInput
    key="phase"
    source="phase"
    alwaysOn
    choices={projectionPhases.map((id) => ({ id, name: phaseLabels[id] }))}
    sx={{ minWidth: 200 }}
  />,
];

export default function ProjectionList() {
  useTabTitle('Projections');
  return (
    <List<ProjectionRecord>
      disableAuthentication
      title="Projections"
      sort={{ field: 'id', order: 'ASC' }}
      perPage={50}
      pagination={false}
      filters={filters}
      actions={false}
      empty={false}
      exporter={false}
      error={<ListFailure />}
      queryOptions={{
        onError: () => undefined,
        refetchInterval: ({ state }) => (state.data?.data.some(isMoving) ? POLL_MS : false),
      }}
    >
      <Rows />
    </List>
  );
}

function Rows() {
  const { refetch, isPending } = useListContext<ProjectionRecord>();
  const isWide = useMediaQuery('(min-width: 768px)', { noSsr: true });
  // Of whatever moved a projection has told.
  useMovedReads('any', () => refetch(), PAUSE_MS);
  if (isPending) return <RowsPlaceholder rows={9} heightPx={isWide ? 53 : 180} />;
  return (
    <>
      <Alarm />
      {isWide ? <ProjectionTable /> : <ProjectionCards />}
    </>
  );
}

/** Stands above the list while one that runs does not move. */
function Alarm() {
  const { data = [] } = useListContext<ProjectionRecord>();
  const still = data.filter(({ stands_still }) => stands_still).map(({ id }) => id);
  if (still.length === 0) return null;
  return (
    <Alert severity="error" variant="outlined" role="alert" sx={{ m: 1 }}>
      {still.length === 1 ? `${still[0]} stands still.` : `${new Intl.ListFormat('en').format(still)} stand still.`}{' '}
      {STANDS_STILL}
    </Alert>
  );
}

const ProjectionLink = ({ id }: { id: string }) => (
  <RecordLink id={id} sx={{ fontWeight: 500 }}>
    {id}
  </RecordLink>
);

const Nothing = () => (
  <Typography sx={{ p: 3 }} color="text.secondary">
    No projection is in such a phase. Take the filter off to see them all.
  </Typography>
);

const perSecond = ({ events_per_second }: ProjectionRecord) => formatCount(events_per_second);

const Parked = ({ record: { parked } }: { record: ProjectionRecord }) => (
  <Box component="span" className="numbers" sx={parked > 0 ? { color: 'warning.main', fontWeight: 600 } : {}}>
    {formatCount(parked)}
  </Box>
);

const LastRebuild = ({ record: { rebuild } }: { record: ProjectionRecord }) =>
  rebuild ? (
    <Stack component="span" direction="row" spacing={1} sx={{ display: 'inline-flex', alignItems: 'center' }}>
      <RunChip status={rebuild.status} />
      <Time at={rebuild.ended_at ?? rebuild.requested_at} />
    </Stack>
  ) : (
    <span>Never</span>
  );

/** What a tablet has no room for stands on the projection’s own page. */
const wideOnly = { '@media (max-width: 1099px)': { display: 'none' } };

function ProjectionTable() {
  return (
    <Box
      role="region"
      aria-label="Projections"
      tabIndex={0}
      sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' }, '& tbody tr': { height: 53 } }}
    >
      <DataTable<ProjectionRecord> bulkActionButtons={false} rowClick="show" empty={<Nothing />}>
        <Column source="id" label="Name" render={({ id }) => <ProjectionLink id={id} />} />
        <Column source="phase" sx={{ minWidth: { lg: 190 } }} render={(record) => <PhaseChip record={record} />} />
        <Column source="lag_events" label="Behind" align="right" render={eventsBehindText} />
        <Column
          source="lag_seconds"
          label="Lag"
          align="right"
          sx={{ minWidth: 90 }}
          render={({ lag_seconds }) => secondsText(lag_seconds)}
        />
        <Column label="Last hour" sx={wideOnly} render={({ id }) => <LagSparkline name={id} />} />
        <Column source="events_per_second" label="Events/s" align="right" sx={wideOnly} render={perSecond} />
        <Column
          source="position"
          label="Checkpoint"
          align="right"
          disableSort
          sx={wideOnly}
          render={({ position }) => positionText(position)}
        />
        <Column source="version" align="right" disableSort sx={wideOnly} />
        <Column source="parked" label="Parked facts" align="right" render={(record) => <Parked record={record} />} />
        <Column label="Last rebuild" sx={wideOnly} render={(record) => <LastRebuild record={record} />} />
      </DataTable>
    </Box>
  );
}

function ProjectionCards() {
  return (
    <Cards<ProjectionRecord> label="Projections" component="ul" empty={<Nothing />}>
      {(record) => (
        <>
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1, mb: 1 }}>
            <ProjectionLink id={record.id} />
            <PhaseChip record={record} />
          </Stack>
          <Facts>
            <Fact name="Behind">
              {eventsBehindText(record)}, {secondsText(record.lag_seconds)}
            </Fact>
            <Fact name="Last hour">
              <LagSparkline name={record.id} />
            </Fact>
            <Fact name="Events/s">{perSecond(record)}</Fact>
            <Fact name="Checkpoint">
              {positionText(record.position)}, version {record.version}
            </Fact>
            <Fact name="Parked facts">
              <Parked record={record} />
            </Fact>
            <Fact name="Last rebuild">
              <LastRebuild record={record} />
            </Fact>
          </Facts>
        </>
      )}
    </Cards>
  );
}
