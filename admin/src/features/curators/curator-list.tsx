import type { CuratorRecord } from '@easel/contracts/curators/console.http';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import Add from '@mui/icons-material/Add';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { lazy, Suspense, useState } from 'react';
import { DataTable, SelectInput, TextInput, TopToolbar } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMayCall } from '../../lib/roles.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/money.tsx';
import { Time } from '../../ui/time.tsx';
import { WalkedList } from '../../ui/walked-list.tsx';
import { MemberName, Net, Sales, Share, StateMark, stateChoices, waysText } from './curator-marks.tsx';

const AppointDialog = lazy(() => import('./appoint-dialog.tsx'));
const EndDialog = lazy(() => import('./end-dialog.tsx'));

const Column = DataTable.Col<CuratorRecord>;

const filters = [
  <SelectInput key="state" source="state" alwaysOn choices={stateChoices} />,
  <TextInput key="member" source="member" label="Member’s id" alwaysOn resettable />,
];

const texts = {
  none: 'No member is a curator yet. Appoint one here; members who buy the Curator Partner plan appear by themselves.',
  noMatch: 'No curator matches. Widen the filters, or clear them.',
};

const CuratorList = () => (
  <WalkedList<CuratorRecord>
    label="Curators"
    filters={filters}
    actions={<Appoint />}
    hint="curators"
    rowClick={false}
    placeholder={{ rows: 12, cardPx: 230 }}
    texts={texts}
    card={(curator) => <CuratorCard curator={curator} />}
  >
    <Column label="Member" render={(curator) => <MemberName curator={curator} />} />
    <Column label="State" render={({ state }) => <StateMark state={state} />} />
    <Column label="By" render={({ ways }) => waysText(ways)} />
    <Column label="Since" render={({ since }) => <Time at={since} />} />
    <Column label="Ended" render={({ ended_at: at }) => <Time at={at} />} />
    <Column
      label="Section"
      render={({ section }) => (
        <Box title={section ?? ''} sx={{ maxWidth: 160, overflow: 'hidden', textOverflow: 'ellipsis' }}>
          <SectionName name={section} />
        </Box>
      )}
    />
    <Column label="Pictures" align="right" render={({ pictures }) => formatCount(pictures)} />
    <Column label="Sales (month / total)" align="right" render={(curator) => <Sales {...curator} />} />
    <Column label="Net (month / total)" align="right" render={(curator) => <Net {...curator} />} />
    <Column label="Share (month / total)" align="right" render={(curator) => <Share {...curator} />} />
    <Column label="Actions" render={(curator) => <Actions curator={curator} />} />
  </WalkedList>
);

export default CuratorList;

const SectionName = ({ name }: { name: string | null }) => (name === null ? '–' : <bdi dir="auto">{name}</bdi>);

const CuratorCard = ({ curator }: { curator: CuratorRecord }) => (
  <>
    <Stack direction="row" useFlexGap sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
      <MemberName curator={curator} />
      <StateMark state={curator.state} />
    </Stack>
    <Box sx={{ my: 1 }}>
      <Facts>
        <Fact name="By">{waysText(curator.ways)}</Fact>
        <Fact name="Since">
          <Time at={curator.since} />
        </Fact>
        {curator.ended_at !== null && (
          <Fact name="Ended">
            <Time at={curator.ended_at} />
          </Fact>
        )}
        <Fact name="Section">
          <SectionName name={curator.section} />
        </Fact>
        <Fact name="Pictures">{formatCount(curator.pictures)}</Fact>
        <Fact name="Sold">this month / in total</Fact>
        <Fact name="Sales">
          <Sales {...curator} />
        </Fact>
        <Fact name="Net">
          <Net {...curator} />
        </Fact>
        <Fact name="Share">
          <Share {...curator} />
        </Fact>
      </Facts>
    </Box>
    <Actions curator={curator} />
  </>
);

function Appoint() {
  const mayAppoint = useMayCall(curatorsHttp.appoint);
  const [isOpen, setIsOpen] = useState(false);
  if (!mayAppoint) return null;
  return (
    <TopToolbar>
      <Button size="small" variant="contained" startIcon={<Add />} onClick={() => setIsOpen(true)}>
        Appoint a curator
      </Button>
      {isOpen && (
        <Suspense>
          <AppointDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </TopToolbar>
  );
}

function Actions({ curator }: { curator: CuratorRecord }) {
  const maySeeAccount = useMayCall(ledgerConsoleHttp.list);
  // The plan ends with its payments.
  const mayEnd = useMayCall(curatorsHttp.appoint) && curator.state === 'active' && curator.ways.includes('appointed');
  const [isEnding, setIsEnding] = useState(false);
  return (
    <Stack direction="row" sx={{ gap: 1 }}>
      {maySeeAccount && (
        <Button size="small" component={RouterLink} to={accountPath(curator.id)}>
          Account
        </Button>
      )}
      {mayEnd && (
        <Button size="small" color="error" onClick={() => setIsEnding(true)}>
          End
        </Button>
      )}
      {isEnding && (
        <Suspense>
          <EndDialog curator={curator} onClose={() => setIsEnding(false)} />
        </Suspense>
      )}
    </Stack>
  );
}

const accountPath = (member: string): string =>
  `/ledger?${new URLSearchParams({ filter: JSON.stringify({ member }) })}`;
