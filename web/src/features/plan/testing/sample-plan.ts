import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { Plan } from '@easel/contracts/subscriptions/http';
import { isPaid, tierLabel } from '@easel/contracts/subscriptions/policy';

/** A member's plan, half way through its month. */
export const samplePlan = (tier: SubscribedTier = 'free', changes: Partial<Plan> = {}): Plan => ({
  tier,
  label: tierLabel(tier),
  subscription: {
    tier,
    status: 'active',
    period: isPaid(tier) ? 'monthly' : null,
    endDate: isPaid(tier) ? '2026-12-15T00:00:00.000Z' : null,
    next: null,
  },
  debt: null,
  renews: isPaid(tier),
  managed: isPaid(tier),
  credits: {
    allowance: 300,
    allowanceLeft: 120,
    permanent: 37.5,
    held: 20,
    spent: 180,
    renewsAt: '2026-12-01T00:00:00.000Z',
  },
  images: { used: 12, limit: 60 },
  downloads: { used: 3, limit: 100, maxSize: '4K', formats: ['png', 'jpg', 'webp'] },
  ...changes,
});
