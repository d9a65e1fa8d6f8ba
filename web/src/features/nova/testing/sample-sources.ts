import type { OwnChatState } from '@easel/contracts/chat/http';
import { firstPriceList } from '@easel/contracts/prices/policy';
import type { Challenge } from '../entry.ts';
import type { Sources } from '../reply.ts';

export const sampleOwn: OwnChatState = {
  credits: 37.5,
  dollars: 12.3,
  plan: { tier: 'creator', label: 'Creator', endsAt: '2027-01-15T10:00:00.000Z' },
  images: { used: 48, limit: 60 },
  downloads: { used: 3, limit: 100 },
  orders: [{ id: '11111111-1111-4111-8111-111111111111', reference: 'ORD-1764490000000', status: 'in_production' }],
  earnings: {
    resting: { credits: 2.5, dollars: 0, settlesAt: '2026-12-09T00:00:00.000Z' },
    payable: { credits: 14.5, dollars: 1.2 },
  },
  payouts: [{ id: '22222222-2222-4222-8222-222222222222', credits: 11, dollars: 0 }],
  generations: { running: 3 },
};

export const sampleNow = new Date('2026-11-25T12:00:00.000Z');

export const sampleChallenges: readonly Challenge[] = [
  {
    id: 'tshirt-2026-11',
    type: 'tshirt',
    name: 'T-Shirt Design Challenge',
    description: 'Shirts for a forest walk',
    theme: 'Forest walk',
    deadline: '2026-12-01T00:00:00.000Z',
  },
];

/** Everything can be read. */
export const sampleSources: Sources = {
  connected: true,
  read: () => Promise.resolve({ own: sampleOwn, prices: firstPriceList, challenges: sampleChallenges }),
  now: sampleNow,
};
