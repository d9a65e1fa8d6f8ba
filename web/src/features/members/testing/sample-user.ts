import type { User } from '@easel/contracts/members/http';

export const sampleUser: User = {
  id: 'u1',
  firstName: 'Mira',
  lastName: 'Lang',
  username: 'mira',
  email: 'mira@example.org',
  emailVerified: true,
  created_at: '2026-01-05T10:00:00.000Z',
  subscription: { tier: 'free', status: 'active', endDate: null },
  limits: { monthly: 50, total: null },
  usage: { monthlyGenerations: 3, totalGenerations: 12, monthlyCredits: 30 },
  preferences: { defaultResolution: '1024', defaultFormat: 'png', marketingOptIn: false },
  publicProfile: null,
  referral: { code: 'MIRA1', referralCredits: 0, totalReferrals: 0 },
};
