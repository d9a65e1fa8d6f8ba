import { PurchasesPage } from '../features/purchases/purchases-page.tsx';
import { useTier } from './member-funds.ts';

/** The member's purchases, in the formats of the plan in force. */
export default function PurchasesRoute() {
  return <PurchasesPage tier={useTier() ?? 'free'} />;
}
