import { type AuditRecord, auditHttp } from '@easel/contracts/audit/http';
import { auditStatuses } from '@easel/contracts/audit/policy';
import FactCheck from '@mui/icons-material/FactCheckOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { DataTable, FilterButton, List, SelectArrayInput, TextInput, TopToolbar, useListContext } from 'react-admin';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Cards } from '../../ui/cards.tsx';
import { ListFailure } from '../../ui/list-failure.tsx';
import { OperatorName } from '../../ui/operator-name.tsx';
import { RecordLink } from '../../ui/record-link.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { Time } from '../../ui/time.tsx';
import { AuditStatus, auditStatusLabel, isUnderWay } from './audit-status.tsx';
import { Duration } from './duration.tsx';
import { verdictOf } from './verdict.ts';
import { VerifyDialog } from './verify-dialog.tsx';

const Column = DataTable.Col<AuditRecord>;
const POLL_MS = 3_000;

const filters = [
  <SelectArrayInput
    key="status"
    source="status"
    choices={auditStatuses.map((id) => ({ id, name: auditStatusLabel(id) }))}
  />,
  <TextInput key="member" source="member" label="Member id" />,
];

export default function AuditList() {
  useTabTitle('Audits');
  return (
    <List<AuditRecord>
      disableAuthentication
      title="Audits"
      sort={{ field: 'requested_at', order: 'DESC' }}
      perPage={25}
      filters={filters}
      actions={<Actions />}
      empty={false}
      exporter={false}
      error={<ListFailure />}
      queryOptions={{
        onError: () => undefined,
        // Hints may be lost; a run that is under way is looked after.
        refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isUnderWay(status)) ? POLL_MS : false),
      }}
    >
      <Rows />
    </List>
  );
}

function Actions() {
  const mayVerify = useMayCall(auditHttp.start);
  const [asking, setAsking] = useState(false);
  return (
    <TopToolbar sx={{ alignItems: 'center' }}>
      <FilterButton />
      {mayVerify && (
        <Button size="small" variant="contained" startIcon={<FactCheck />} onClick={() => setAsking(true)}>
          Verify
        </Button>
      )}
      {asking && <VerifyDialog onClose={() => setAsking(false)} />}
    </TopToolbar>
  );
}

function Rows() {
  const { refetch, isPending } = useListContext<AuditRecord>();
  const isWide = useMediaQuery('(min-width: 1000px)', { noSsr: true });
  useMoved(['audits'], () => void refetch());
  if (isPending) return <RowsPlaceholder rows={8} heightPx={isWide ? 72 : 150} />;
  return isWide ? <AuditTable /> : <AuditCards />;
}

function AuditCards() {
  return (
    <Cards<AuditRecord> label="Verifications" component="ol" empty={<Nothing />}>
      {(audit) => (
        <>
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center', gap: 1, mb: 0.5 }}>
            <AuditLink audit={audit} />
            <AuditStatus status={audit.status} />
          </Stack>
          <Box sx={{ mb: 0.5 }}>{verdictOf(audit)}</Box>
          <Asked audit={audit} />
          <Typography variant="caption" color="text.secondary">
            Of {audit.member_id === null ? 'everybody' : <ShortId id={audit.member_id} />}, took{' '}
            <Duration audit={audit} />
          </Typography>
        </>
      )}
    </Cards>
  );
}

function AuditTable() {
  return (
    <Box
      role="region"
      aria-label="Verifications"
      tabIndex={0}
      sx={{ overflowX: 'auto', '& td': { verticalAlign: 'top' } }}
    >
      <DataTable<AuditRecord> bulkActionButtons={false} rowClick="show" empty={<Nothing />}>
        <Column
          source="requested_at"
          label="Asked for (UTC)"
          sx={{ whiteSpace: 'nowrap' }}
          render={(audit) => <AuditLink audit={audit} />}
        />
        <Column source="status" render={({ status }) => <AuditStatus status={status} />} />
        <Column label="Verdict" sx={{ minWidth: 220 }} render={verdictOf} />
        <Column
          label="Of"
          sx={{ whiteSpace: 'nowrap' }}
          render={({ member_id }) => (member_id === null ? 'Everybody' : <ShortId id={member_id} />)}
        />
        <Column label="Asked by" sx={{ minWidth: 180 }} render={(audit) => <Asked audit={audit} />} />
        <Column
          label="Took"
          align="right"
          sx={{ whiteSpace: 'nowrap' }}
          render={(audit) => <Duration audit={audit} />}
        />
      </DataTable>
    </Box>
  );
}

const Nothing = () => (
  <Typography sx={{ p: 3 }} color="text.secondary">
    Nothing has been verified yet. “Verify” reads every fact again and tells whether anything is amiss.
  </Typography>
);

const AuditLink = ({ audit }: { audit: AuditRecord }) => (
  <RecordLink id={audit.id}>
    <Time at={audit.requested_at} exact />
  </RecordLink>
);

const Asked = ({ audit: { requested_by, reason } }: { audit: AuditRecord }) => (
  <>
    <OperatorName id={requested_by.id} />
    <Typography variant="caption" sx={{ display: 'block', color: 'text.secondary', overflowWrap: 'anywhere' }}>
      {reason}
    </Typography>
  </>
);
