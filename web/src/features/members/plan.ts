import { subscribedTierOf } from '@easel/contracts/account/policy';
import type { User } from '@easel/contracts/members/http';
import { capitalised } from '../../lib/figures.ts';

export interface Plan {
  /** What it counts as: an expired plan counts as free. */
  tier: string;
  /** As members read it; the free tier is shown as genesis (spec: member-experience §4). */
  label: string;
  status: string;
}

/** ruled: an end in the past beats any status. */
export function planOf({ tier, status, endDate }: User['subscription'], now: Date): Plan {
  const expired = endDate !== null && Date.parse(endDate) < now.getTime();
  const bought = subscribedTierOf(tier);
  const shown = bought === 'free' ? 'genesis' : bought;
  return {
    tier: expired ? 'free' : bought,
    label: shown.split('_').map(capitalised).join(' '),
    status: expired ? 'expired' : status,
  };
}
