import { subscribedTierOf, type SubscribedTier } from '@easel/contracts/account/policy';
import type { User } from '@easel/contracts/members/http';
import { tierInForce } from '@easel/contracts/subscriptions/policy';

/** The tier whose rights a member has now: what has expired counts as free. */
export const tierOfMember = ({ tier, status, endDate }: User['subscription'], now: Date): SubscribedTier =>
  tierInForce(
    { tier: subscribedTierOf(tier), status: status === 'ended' ? 'ended' : 'active', period: null, endDate },
    now,
  );
