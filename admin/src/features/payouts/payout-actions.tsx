import type { PayoutRecord } from '@easel/contracts/earnings/console.http';
import { earningsHttp } from '@easel/contracts/earnings/http';
import { PAYOUT_CONFIRMED_ONCE_MAX_CENTS } from '@easel/contracts/earnings/policy';
import { centsToDollars } from '@easel/contracts/kernel/money';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useMayCall } from '../../lib/roles.ts';
import { useAction } from '../../lib/use-action.ts';
import { formatDollars } from '../../ui/money.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { bankText } from './payout-marks.tsx';

type Outcome = 'paid' | 'returned';

/** Settles an open request as paid or returned. */
export function PayoutActions({ payout }: { payout: PayoutRecord }) {
  const maySettle = useMayCall(earningsHttp.settlePayout);
  const [asked, setAsked] = useState<Outcome>();
  if (!maySettle || (payout.status !== 'requested' && asked === undefined)) return null;
  return (
    <Stack direction="row" useFlexGap sx={{ flexWrap: 'wrap', gap: 1 }}>
      <Button variant="outlined" size="small" onClick={() => setAsked('paid')}>
        Mark as paid
      </Button>
      <Button variant="outlined" size="small" color="error" onClick={() => setAsked('returned')}>
        Return to the member
      </Button>
      {asked !== undefined && <SettleDialog payout={payout} outcome={asked} onClose={() => setAsked(undefined)} />}
    </Stack>
  );
}

interface DialogProps {
  payout: PayoutRecord;
  outcome: Outcome;
  onClose: () => void;
}

function SettleDialog({ payout, outcome, onClose }: DialogProps) {
  const settle = useAction(earningsHttp.settlePayout);
  const notify = useNotify();
  const sum = formatDollars(payout.amount);
  const isPaid = outcome === 'paid';
  return (
    <ReasonDialog
      title={isPaid ? `Mark ${payout.reference} as paid` : `Return ${payout.reference}`}
      action={isPaid ? `Mark ${sum} as paid` : `Return ${sum}`}
      danger={!isPaid}
      onClose={onClose}
      onConfirm={async (reason, key) => {
        const params = { id: payout.member_id, payoutId: payout.id };
        const { settled } = await settle({ params, body: { outcome, reason } }, key);
        notify(settled ? settledText(payout, outcome) : `${payout.reference} needs a second confirmation`, {
          type: settled ? 'success' : 'warning',
        });
      }}
    >
      {isPaid && payout.amount > centsToDollars(PAYOUT_CONFIRMED_ONCE_MAX_CENTS) && (
        <Typography gutterBottom>{confirmationText(payout)}</Typography>
      )}
      {isPaid
        ? `Do this after the transfer of ${sum} to ${bankText(payout.bank)}. The member is notified by email.`
        : 'Credits and dollars go back to the account. The member is notified by email, with your reason.'}
    </ReasonDialog>
  );
}

const settledText = ({ reference }: PayoutRecord, outcome: Outcome): string =>
  outcome === 'paid' ? `${reference} is paid` : `${reference} went back to the member`;

const confirmationText = ({ confirmed_at: confirmedAt }: PayoutRecord): string =>
  confirmedAt === null
    ? `Payouts above ${formatDollars(centsToDollars(PAYOUT_CONFIRMED_ONCE_MAX_CENTS))} are confirmed twice: by another admin, or by the only one again 24 hours later. Transfer nothing before the second time.`
    : 'This payout was confirmed once. Yours is the second confirmation.';
