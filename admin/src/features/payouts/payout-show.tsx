import type { PayoutRecord } from '@easel/contracts/earnings/console.http';
import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { ShowBase, useRecordContext, useShowContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Credits, Dollars } from '../../ui/money.tsx';
import { OperatorName } from '../../ui/operator-name.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { PayoutActions } from './payout-actions.tsx';
import { bankText, StatusMark } from './payout-marks.tsx';

export default function PayoutShow() {
  return (
    <ShowBase<PayoutRecord>
      disableAuthentication
      error={<PageTrouble title="Payout" />}
      queryOptions={{ onError: () => undefined }}
    >
      <PayoutPage />
    </ShowBase>
  );
}

function PayoutPage() {
  const { refetch } = useShowContext<PayoutRecord>();
  const payout = useRecordContext<PayoutRecord>();
  useMoved(['profits'], () => void refetch());
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 900 }}>
      <PageTitle title={payout?.reference ?? 'Payout'} />
      {payout ? <Whole payout={payout} /> : <Skeleton variant="rounded" height={360} />}
    </Stack>
  );
}

const Whole = ({ payout }: { payout: PayoutRecord }) => (
  <>
    <PayoutActions payout={payout} />
    <Card>
      <CardContent>
        <Facts>
          <Fact name="Status">
            <StatusMark status={payout.status} />
          </Fact>
          <Fact name="Amount">
            <Dollars amount={payout.amount} />
          </Fact>
          <Fact name="Of">
            <Credits amount={payout.credits} /> and <Dollars amount={payout.dollars} />
          </Fact>
          <Fact name="Bank account">{bankText(payout.bank)}</Fact>
          <Fact name="Reference">{payout.reference}</Fact>
          <Fact name="Requested (UTC)">
            <Time at={payout.requested_at} exact />
          </Fact>
          {payout.confirmed_by !== null && payout.confirmed_at !== null && (
            <Fact name="First confirmed by">
              <OperatorName id={payout.confirmed_by} />, <Time at={payout.confirmed_at} exact /> (UTC)
            </Fact>
          )}
          {payout.settled_at !== null && (
            <Fact name="Settled (UTC)">
              <Time at={payout.settled_at} exact />
            </Fact>
          )}
          {payout.operator_id !== null && (
            <Fact name="Settled by">
              <OperatorName id={payout.operator_id} />
            </Fact>
          )}
          {payout.reason !== null && <Fact name="Reason">{payout.reason}</Fact>}
          <Fact name="Member">
            <ShortId id={payout.member_id} copy of="member’s id" />
          </Fact>
          <Fact name="Payout id">
            <ShortId id={payout.id} copy of="payout’s id" />
          </Fact>
        </Facts>
        <Ways payout={payout} />
      </CardContent>
    </Card>
  </>
);

function Ways({ payout }: { payout: PayoutRecord }) {
  const mayAudit = useMayCall(ledgerConsoleHttp.list);
  const ledgerOf = (filter: Readonly<Record<string, string>>): string =>
    `/ledger?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;
  return (
    <Stack direction="row" spacing={1} useFlexGap component="nav" aria-label="Related" sx={{ flexWrap: 'wrap', mt: 2 }}>
      {mayAudit && (
        <>
          <Button size="small" component={RouterLink} to={ledgerOf({ member: payout.member_id })}>
            Member’s account
          </Button>
          <Button size="small" component={RouterLink} to={ledgerOf({ payment: payout.id })}>
            Ledger entries of the payout
          </Button>
        </>
      )}
      <Button size="small" component={RouterLink} to="/payouts">
        All payouts
      </Button>
    </Stack>
  );
}
