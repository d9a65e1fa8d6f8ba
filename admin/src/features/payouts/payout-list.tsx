import { payoutsConsoleHttp, type PayoutRecord } from '@easel/contracts/earnings/console.http';
import { addressOf } from '@easel/contracts/kernel/client/address';
import Stack from '@mui/material/Stack';
import { DataTable, SelectArrayInput, TextInput, TopToolbar, useListContext } from 'react-admin';
import { useMayCall } from '../../lib/roles.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Dollars } from '../../ui/money.tsx';
import { RecordLink } from '../../ui/record-link.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { WalkedList } from '../../ui/walked-list.tsx';
import { bankText, StatusMark, statusChoices } from './payout-marks.tsx';

const Column = DataTable.Col<PayoutRecord>;

const filters = [
  <SelectArrayInput key="status" source="status" alwaysOn choices={statusChoices} sx={{ minWidth: 200 }} />,
  <TextInput key="member" source="member" label="Member’s id" alwaysOn resettable />,
];

const texts = {
  none: 'No member has requested a payout yet.',
  noMatch: 'No payout matches. Widen the filters, or clear them.',
};

const PayoutList = () => (
  <WalkedList<PayoutRecord>
    label="Payouts"
    filters={filters}
    actions={<ForTheBank />}
    isRanked
    hint="profits"
    texts={texts}
    card={(payout) => <PayoutCard payout={payout} />}
  >
    <Column label="Reference" render={(payout) => <PayoutLink payout={payout} />} />
    <Column label="Status" render={({ status }) => <StatusMark status={status} />} />
    <Column label="Amount" align="right" render={({ amount }) => <Dollars amount={amount} />} />
    <Column label="Member" render={({ member_id: id }) => <ShortId id={id} />} />
    <Column label="Bank account" render={({ bank }) => bankText(bank)} />
    <Column label="Age" render={({ requested_at: at }) => <Time at={at} />} />
    <Column label="Settled (UTC)" render={({ settled_at: at }) => (at === null ? '–' : <Time at={at} exact />)} />
  </WalkedList>
);

export default PayoutList;

/** Downloads the open requests with account holders and IBANs. For admins only; each export is recorded. */
function ForTheBank() {
  const mayExport = useMayCall(payoutsConsoleHttp.export);
  const list = useListContext<PayoutRecord>();
  const { member } = list.filterValues as { member?: string };
  if (!mayExport) return null;
  const filter = JSON.stringify(member === undefined ? {} : { member });
  return (
    <TopToolbar>
      <DownloadButton
        label="Open requests for the bank"
        url={addressOf(payoutsConsoleHttp.export, { query: { filter } })}
        fileName="payouts.csv"
      />
    </TopToolbar>
  );
}

const PayoutCard = ({ payout }: { payout: PayoutRecord }) => (
  <>
    <Stack direction="row" useFlexGap sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
      <PayoutLink payout={payout} />
      <StatusMark status={payout.status} />
    </Stack>
    <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, mt: 0.5, color: 'text.secondary' }}>
      <Time at={payout.requested_at} />
      <span>{bankText(payout.bank)}</span>
      <Dollars amount={payout.amount} />
    </Stack>
  </>
);

const PayoutLink = ({ payout }: { payout: PayoutRecord }) => <RecordLink id={payout.id}>{payout.reference}</RecordLink>;
