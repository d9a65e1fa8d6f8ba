import { type CompetitionRecord, competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { DataTable, List, SelectInput, TopToolbar, useCreatePath, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Cards } from '../../ui/cards.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Dollars, formatCount } from '../../ui/money.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { StateMark, stateChoices } from './challenge-marks.tsx';
import { kindChoices, kindLabels, monthText } from './challenge-texts.ts';
import { PrepareDialog } from './prepare-dialog.tsx';

const Column = DataTable.Col<CompetitionRecord>;
const ROWS = 25;

const filters = [
  <SelectInput key="kind" source="kind" alwaysOn choices={kindChoices} />,
  <SelectInput key="state" source="state" alwaysOn choices={stateChoices} sx={{ minWidth: 200 }} />,
];

export default function CompetitionList() {
  useTabTitle('Challenges');
  return (
    <List<CompetitionRecord>
      disableAuthentication
      title="Challenges"
      sort={{ field: 'month', order: 'DESC' }}
      perPage={ROWS}
      filters={filters}
      actions={<Prepare />}
      empty={false}
      exporter={false}
      error={<Trouble />}
      queryOptions={{ onError: () => undefined }}
    >
      <Rows />
    </List>
  );
}

function Prepare() {
  const mayPrepare = useMayCall(competitionsConsoleHttp.prepare);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TopToolbar>
      {mayPrepare && (
        <Button size="small" variant="contained" startIcon={<Add />} onClick={() => setIsOpen(true)}>
          Prepare challenge
        </Button>
      )}
      {isOpen && <PrepareDialog onClose={() => setIsOpen(false)} />}
    </TopToolbar>
  );
}

function Trouble() {
  const { error, isFetching, refetch } = useListContext<CompetitionRecord>();
  return <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />;
}

function Rows() {
  const { refetch, isPending, ...list } = useListContext<CompetitionRecord>();
  const isWide = useMediaQuery('(min-width: 900px)', { noSsr: true });
  useMoved(['competitions'], () => void refetch());
  if (isPending) return <RowsPlaceholder rows={8} heightPx={isWide ? 37 : 110} />;
  const empty = <Nothing isNarrowed={Object.keys(list.filterValues as object).length > 0} />;
  return isWide ? <ChallengeTable empty={empty} /> : <ChallengeCards empty={empty} />;
}

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <Typography sx={{ p: 3 }} color="text.secondary">
    {isNarrowed
      ? 'No challenge matches. Clear the filters.'
      : 'No challenge has been prepared yet. Prepare one for this month or a later one: it opens and closes by itself.'}
  </Typography>
);

/** What is shared and kept is known once the winners are announced. */
const Sum = ({ amount }: { amount: number | null }) => (amount === null ? <>–</> : <Dollars amount={amount} />);

const ChallengeTable = ({ empty }: { empty: ReactNode }) => (
  <Box
    role="region"
    aria-label="Challenges"
    tabIndex={0}
    sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
  >
    <DataTable<CompetitionRecord> bulkActionButtons={false} rowClick="show" empty={<>{empty}</>}>
      <Column label="Month (UTC)" render={({ month }) => monthText(month)} />
      <Column label="Kind" render={({ kind }) => kindLabels[kind]} />
      <Column label="Theme" render={(challenge) => <ThemeLink challenge={challenge} />} />
      <Column label="State" render={({ state }) => <StateMark state={state} />} />
      <Column label="Entries" align="right" render={({ entries }) => formatCount(entries)} />
      <Column label="Proceeds" align="right" render={({ proceeds }) => <Dollars amount={proceeds} />} />
      <Column label="Shared" align="right" render={({ shared }) => <Sum amount={shared} />} />
      <Column label="Kept" align="right" render={({ kept }) => <Sum amount={kept} />} />
    </DataTable>
  </Box>
);

const ChallengeCards = ({ empty }: { empty: ReactNode }) => (
  <Cards<CompetitionRecord> label="Challenges" component="ol" empty={empty}>
    {(challenge) => (
      <>
        <Stack direction="row" useFlexGap sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
          <ThemeLink challenge={challenge} />
          <StateMark state={challenge.state} />
        </Stack>
        <Box sx={{ mt: 0.5, color: 'text.secondary' }}>
          {kindLabels[challenge.kind]}, {monthText(challenge.month)}
          {' · '}
          {challenge.entries === 1 ? '1 entry' : `${formatCount(challenge.entries)} entries`}
          {' · '}
          <Dollars amount={challenge.proceeds} /> proceeds
        </Box>
        {challenge.shared !== null && (
          <Box sx={{ mt: 0.5, color: 'text.secondary' }}>
            <Sum amount={challenge.shared} /> shared, <Sum amount={challenge.kept} /> kept
          </Box>
        )}
      </>
    )}
  </Cards>
);

/** The row is a way in as well. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

function ThemeLink({ challenge: { id, theme } }: { challenge: CompetitionRecord }) {
  const createPath = useCreatePath();
  return (
    <Link
      component={RouterLink}
      to={createPath({ resource: 'competitions', type: 'show', id })}
      color="inherit"
      onClick={stop}
    >
      {theme}
    </Link>
  );
}
