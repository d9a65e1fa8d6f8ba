import { operatorRoles } from '@easel/contracts/kernel/console';
import { operatorStatuses } from '@easel/contracts/operators/policy';
import type { OperatorRecord } from '@easel/contracts/operators/http';
import PersonAdd from '@mui/icons-material/PersonAddAltOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { DataTable, FilterButton, List, SearchInput, SelectArrayInput, TopToolbar, useListContext } from 'react-admin';
import { Cards } from '../../ui/cards.tsx';
import { choicesOf, words } from '../../ui/choices.ts';
import { useTabTitle } from '../../ui/page-title.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { RecordLink } from '../../ui/record-link.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { Time } from '../../ui/time.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { OperatorStatus } from './operator-status.tsx';

const Column = DataTable.Col<OperatorRecord>;

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Name or email" />,
  <SelectArrayInput key="role" source="role" choices={choicesOf(operatorRoles)} />,
  <SelectArrayInput key="status" source="status" choices={choicesOf(operatorStatuses)} />,
];

function Actions() {
  const [inviting, setInviting] = useState(false);
  return (
    <TopToolbar sx={{ alignItems: 'center' }}>
      <FilterButton />
      <Button size="small" variant="contained" startIcon={<PersonAdd />} onClick={() => setInviting(true)}>
        Invite
      </Button>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </TopToolbar>
  );
}

export default function OperatorList() {
  useTabTitle('Operators');
  return (
    <List<OperatorRecord>
      disableAuthentication
      title="Operators"
      sort={{ field: 'name', order: 'ASC' }}
      perPage={25}
      filters={filters}
      actions={<Actions />}
      empty={false}
      exporter={false}
    >
      <Rows />
    </List>
  );
}

function Rows() {
  const { isPending } = useListContext<OperatorRecord>();
  const isWide = useMediaQuery('(min-width: 900px)', { noSsr: true });
  if (isPending) return <RowsPlaceholder rows={4} heightPx={isWide ? 40 : 140} />;
  return isWide ? <OperatorTable /> : <OperatorCards />;
}

const Nobody = () => (
  <Typography sx={{ p: 3 }} color="text.secondary">
    No operator is like that. Take the filters off to see them all.
  </Typography>
);

const OperatorLink = ({ operator: { id, name } }: { operator: OperatorRecord }) => (
  <RecordLink id={id} sx={{ fontWeight: 500 }}>
    {name}
  </RecordLink>
);

const OperatorTable = () => (
  <DataTable<OperatorRecord> bulkActionButtons={false} rowClick="show" empty={<Nobody />}>
    <Column source="name" render={(record) => <OperatorLink operator={record} />} />
    <Column source="email" />
    <Column source="role" render={({ role }) => words(role)} />
    <Column source="status" render={({ status }) => <OperatorStatus status={status} />} />
    <Column
      source="last_signed_in_at"
      label="Last signed in"
      render={({ last_signed_in_at }) => <Time at={last_signed_in_at} />}
    />
  </DataTable>
);

function OperatorCards() {
  return (
    <Cards<OperatorRecord> label="Operators" component="ul" empty={<Nobody />}>
      {(record) => (
        <>
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1, mb: 1 }}>
            <OperatorLink operator={record} />
            <OperatorStatus status={record.status} />
          </Stack>
          <Facts>
            <Fact name="Email">{record.email}</Fact>
            <Fact name="Role">{words(record.role)}</Fact>
            <Fact name="Last signed in">
              <Time at={record.last_signed_in_at} />
            </Fact>
          </Facts>
        </>
      )}
    </Cards>
  );
}
