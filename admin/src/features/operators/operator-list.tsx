import { operatorRoles } from '@easel/contracts/kernel/console';
import { operatorStatuses } from '@easel/contracts/operators/policy';
import type { OperatorRecord } from '@easel/contracts/operators/http';
import PersonAdd from '@mui/icons-material/PersonAddAltOutlined';
import Button from '@mui/material/Button';
import { useState } from 'react';
import {
  DataTable,
  FilterButton,
  List,
  SearchInput,
  SelectArrayInput,
  TopToolbar,
  useRecordContext,
} from 'react-admin';
import { choicesOf } from '../../ui/choices.ts';
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
    <TopToolbar>
      <FilterButton />
      <Button size="small" variant="contained" startIcon={<PersonAdd />} onClick={() => setInviting(true)}>
        Invite
      </Button>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
    </TopToolbar>
  );
}

export default function OperatorList() {
  return (
    <List<OperatorRecord>
      title="Operators"
      sort={{ field: 'name', order: 'ASC' }}
      perPage={25}
      filters={filters}
      actions={<Actions />}
      empty={false}
      exporter={false}
    >
      <DataTable<OperatorRecord> bulkActionButtons={false} rowClick="show">
        <Column source="name" />
        <Column source="email" />
        <Column source="role" />
        <Column source="status" field={Status} />
        <Column source="last_signed_in_at" label="Last signed in">
          <LastSignedIn />
        </Column>
      </DataTable>
    </List>
  );
}

const Status = () => {
  const record = useRecordContext<OperatorRecord>();
  return record ? <OperatorStatus status={record.status} /> : null;
};

const LastSignedIn = () => {
  const record = useRecordContext<OperatorRecord>();
  return <Time at={record?.last_signed_in_at} />;
};
