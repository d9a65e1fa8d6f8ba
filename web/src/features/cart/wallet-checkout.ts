import type { PendingDownload } from '@easel/contracts/downloads/http';
import { RetryKeys } from '@easel/contracts/kernel/client/retry-keys';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '../../lib/api.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { invalidateMoved } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';
import { saveBought } from '../purchases/bought-file.ts';
import { cart, totalOf } from './cart.ts';
import { payFromWallet, purchaseOf, topUpFor } from './pay-from-wallet.ts';

/** The same request again is the same purchase, also after the page was left. */
const retryKeys = new RetryKeys();

function buy(item: PendingDownload): Promise<{ purchaseId: string }> {
  const input = purchaseOf(item);
  return retryKeys.over(input, (idempotencyKey) => call(purchasesHttp.purchase, input, { idempotencyKey }));
}

interface Outcome {
  bought: number;
  /** What is wrong with an item, by its id. */
  problems: Readonly<Record<string, string>>;
  /** Why the wallet was not enough, and whole dollars that would do; null where it was. */
  poor: { message: string; wantedDollars: number } | null;
}

const nothing: Outcome = { bought: 0, problems: {}, poor: null };

/** Pays what is in the cart from the wallet; what is bought leaves the cart and is downloaded. */
export function useWalletCheckout(walletDollars: number | undefined) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState(nothing);

  const fetchFile = (purchaseId: string, { resolutionTier: size, format }: PendingDownload) => {
    toast.info('Download started');
    saveBought(purchaseId, { size, format }).then(
      () => toast.success('Download completed successfully!'),
      () =>
        toast.error('Download failed', {
          label: 'My Purchases',
          run: () => void navigate('/my-purchases'),
        }),
    );
  };

  async function pay(items: readonly PendingDownload[]): Promise<void> {
    setBusy(true);
    setOutcome(nothing);
    let bought = 0;
    const problems: Record<string, string> = {};
    const { left, poor } = await payFromWallet(items, {
      buy,
      onBought(item, purchaseId) {
        bought += 1;
        cart.remove(item.id);
        toast.success('Purchase completed successfully!');
        fetchFile(purchaseId, item);
      },
      onRefused(item, refusal) {
        problems[item.id] = refusal.message;
        if (refusal.kind !== 'price') return;
        problems[item.id] = `${refusal.message}: it is ${formatDollars(refusal.expected)} now.`;
        cart.reprice(item.id, refusal.expected);
      },
    });
    // What the wallet holds after what was bought of it.
    const rest = (walletDollars ?? 0) - (totalOf(items) - totalOf(left));
    setOutcome({
      bought,
      problems,
      poor: poor && {
        message: poor.message,
        wantedDollars: topUpFor({ left, suggested: poor.topUpDollars }, rest),
      },
    });
    setBusy(false);
    await invalidateMoved(client, purchasesHttp.purchase);
  }

  return {
    busy,
    ...outcome,
    pay: (items: readonly PendingDownload[]) => void pay(items),
    forgive: () => setOutcome(nothing),
  };
}
