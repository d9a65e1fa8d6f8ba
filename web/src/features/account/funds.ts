import type { ReactNode } from 'react';

/** What a member can pay with; undefined until known. */
export interface MemberFunds {
  credits: number | undefined;
  dollars: number | undefined;
}

/**
 * Draws the wallet and the way to fill it; the app hands it to the features that offer it. Dollars that were wanted and
 * not there open its panel with a sum that would do; null otherwise.
 */
export type FundsSlot = (wantedDollars: number | null) => ReactNode;
