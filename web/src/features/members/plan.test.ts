import { describe, expect, it } from 'vitest';
import { planOf } from './plan.ts';

const now = new Date('2026-06-15T12:00:00Z');

describe('the plan', () => {
  it('shows free as genesis', () => {
    expect(planOf({ tier: 'free', status: 'active', endDate: null }, now)).toEqual({
      tier: 'free',
      label: 'Genesis',
      status: 'active',
    });
  });

  it('is written in words', () => {
    expect(planOf({ tier: 'studio_enterprise', status: 'active', endDate: '2026-07-01T00:00:00Z' }, now)).toEqual({
      tier: 'studio_enterprise',
      label: 'Studio Enterprise',
      status: 'active',
    });
  });

  it('counts as free when it has ended, whatever its status says', () => {
    expect(planOf({ tier: 'studio', status: 'active', endDate: '2026-06-01T00:00:00Z' }, now)).toEqual({
      tier: 'free',
      label: 'Studio',
      status: 'expired',
    });
  });

  it('takes an unknown tier for free', () => {
    expect(planOf({ tier: 'platinum', status: 'active', endDate: null }, now).tier).toBe('free');
  });
});
