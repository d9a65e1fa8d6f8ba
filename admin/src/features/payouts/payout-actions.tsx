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
  const { title, action, text } = wordsOf(payout, outcome);
  return (
    <ReasonDialog
      title={title}
      action={action}
      danger={outcome === 'returned'}
      onClose={onClose}
      onConfirm={async (reason, key) => {
        const params = { id: payout.member_id, payoutId: payout.id };
        const { settled } = await settle({ params, body: { outcome, reason } }, key);
        notify(settled ? settledText(payout, outcome) : `${payout.reference} needs a second confirmation`, {
          type: settled ? 'success' : 'warning',
        });
      }}
    >
      {text.map((paragraph) => (
        <Typography key={paragraph} gutterBottom>
          {paragraph}
        </Typography>
      ))}
    </ReasonDialog>
  );
}

const ONCE_MAX = centsToDollars(PAYOUT_CONFIRMED_ONCE_MAX_CENTS);

/** What the dialog says: the first of two confirmations comes before the transfer, what marks it as paid after it. */
function wordsOf(payout: PayoutRecord, outcome: Outcome): { title: string; action: string; text: string[] } {
  const { reference, amount, bank, confirmed_at: confirmedAt } = payout;
  const sum = formatDollars(amount);
  if (outcome === 'returned') {
    return {
      title: `Return ${reference}`,
      action: `Return ${sum}`,
      text: ['Credits and dollars go back to the account. The member is notified by email, with your reason.'],
    };
  }
  const isLarge = amount > ONCE_MAX;
  if (isLarge && confirmedAt === null) {
    return {
      title: `Confirm ${reference}`,
      action: `Confirm ${sum}`,
      text: [
        `Payouts above ${formatDollars(ONCE_MAX)} are confirmed twice: by another admin, or by the only one again 24 hours later.`,
        `This is the first confirmation. Do not transfer anything to ${bankText(bank)} yet.`,
      ],
    };
  }
  return {
    title: `Mark ${reference} as paid`,
    action: `Mark ${sum} as paid`,
    text: [
      ...(isLarge ? ['This payout was confirmed once. Yours is the second confirmation.'] : []),
      `Do this after the transfer of ${sum} to ${bankText(bank)}. The member is notified by email.`,
    ],
  };
}

const settledText = ({ reference }: PayoutRecord, outcome: Outcome): string =>
  outcome === 'paid' ? `${reference} is paid` : `${reference} went back to the member`;
