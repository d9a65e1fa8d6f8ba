import type { DealProps } from '../features/images/image-deals.ts';
import { PurchaseDialog } from '../features/purchases/purchase-dialog.tsx';
import { useFunds, usePreferredFormat, useTier } from './member-funds.ts';

/** The purchase of an image by the member who is signed in. */
export default function PurchaseDeal(props: DealProps) {
  return <PurchaseDialog {...props} tier={useTier()} funds={useFunds()} preferredFormat={usePreferredFormat()} />;
}
