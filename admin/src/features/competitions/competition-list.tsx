import { type CompetitionRecord, competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { DataTable, List, SelectInput, TopToolbar } from 'react-admin';
import { useMayCall } from '../../lib/roles.ts';
import { ListFailure } from '../../ui/list-failure.tsx';
import { ListRows } from '../../ui/list-rows.tsx';
import { Dollars, formatCount } from '../../ui/money.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { RecordLink } from '../../ui/record-link.tsx';
import { StateMark, stateChoices } from './challenge-marks.tsx';
import { kindChoices, kindLabels, monthText } from './challenge-texts.ts';
import { PrepareDialog } from './prepare-dialog.tsx';

const Column = DataTable.Col<CompetitionRecord>;

const filters = [
  <SelectInput key="kind" source="kind" alwaysOn choices={kindChoices} />,
  <SelectInput key="state" source="state" alwaysOn choices={stateChoices} sx={{ minWidth: 200 }} />,
];

const texts = {
  none: 'No challenge has been prepared yet. Prepare one for this month or a later one: it opens and closes by itself.',
  noMatch: 'No challenge matches. Clear the filters.',
};

export default function CompetitionList() {
  useTabTitle('Challenges');
  return (
    <List<CompetitionRecord>
      disableAuthentication
      title="Challenges"
      sort={{ field: 'month', order: 'DESC' }}
      perPage={25}
      filters={filters}
      actions={<Prepare />}
      empty={false}
      exporter={false}
      error={<ListFailure />}
      queryOptions={{ onError: () => undefined }}
    >
      <ListRows<CompetitionRecord>
        label="Challenges"
        hint="competitions"
        placeholder={{ rows: 8, cardPx: 110 }}
        texts={texts}
        card={(challenge) => <ChallengeCard challenge={challenge} />}
      >
        <Column label="Month (UTC)" render={({ month }) => monthText(month)} />
        <Column label="Kind" render={({ kind }) => kindLabels[kind]} />
        <Column label="Theme" render={({ id, theme }) => <RecordLink id={id}>{theme}</RecordLink>} />
        <Column label="State" render={({ state }) => <StateMark state={state} />} />
        <Column label="Entries" align="right" render={({ entries }) => formatCount(entries)} />
        <Column label="Proceeds" align="right" render={({ proceeds }) => <Dollars amount={proceeds} />} />
        <Column label="Shared" align="right" render={({ shared }) => <Sum amount={shared} />} />
        <Column label="Kept" align="right" render={({ kept }) => <Sum amount={kept} />} />
      </ListRows>
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

/** A sum that is unknown until the winners are announced. */
const Sum = ({ amount }: { amount: number | null }) => (amount === null ? <>–</> : <Dollars amount={amount} />);

const ChallengeCard = ({ challenge }: { challenge: CompetitionRecord }) => (
  <>
    <Stack direction="row" useFlexGap sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
      <RecordLink id={challenge.id}>{challenge.theme}</RecordLink>
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
);
