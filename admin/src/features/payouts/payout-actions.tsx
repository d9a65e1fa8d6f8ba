import type { PayoutRecord } from '@easel/contracts/earnings/console.http';
import { earningsHttp } from '@easel/contracts/earnings/http';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useMayCall } from '../../lib/roles.ts';
import { useAction } from '../../lib/use-action.ts';
import { formatDollars } from '../../ui/money.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { bankText } from './payout-marks.tsx';

type Outcome = 'paid' | 'returned';

/** Settles an open request, once it has been transferred or cannot be. */
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
        await settle({ params: { id: payout.member_id, payoutId: payout.id }, body: { outcome, reason } }, key);
        notify(isPaid ? `${payout.reference} is paid` : `${payout.reference} went back to the member`, {
          type: 'success',
        });
      }}
    >
      {isPaid
        ? `Do this after the transfer of ${sum} to ${bankText(payout.bank)}. The member is told by mail.`
        : 'Credits and dollars go back to the account. The member is told by mail, with your reason.'}
    </ReasonDialog>
  );
}
