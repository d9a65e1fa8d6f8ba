import { describe, expect, it } from 'vitest';
import { safeNextPath } from '../../lib/next-path.ts';
import { billsAfter, changesBetween, choiceOf, periodOf, registerAddress, tierOfHash } from './plan-choice.ts';
import { samplePlan } from '../../lib/testing/sample-plan.ts';

const member = (tier: Parameters<typeof samplePlan>[0]) => ({ kind: 'member', plan: samplePlan(tier) }) as const;

describe('a visitor', () => {
  it('is led to the sign-up page, and from there back to the plan that was chosen', () => {
    const address = registerAddress('creator', 'yearly');
    const next = new URL(address, 'https://easel.example').searchParams.get('next');
    expect(safeNextPath(next, 'https://easel.example')).toBe('/pricing?period=yearly#creator');
    expect(choiceOf({ kind: 'visitor' }, 'creator', 'yearly')).toEqual({ kind: 'register', address });
  });

  it('has nothing to come back to who wants the free one', () => {
    expect(registerAddress('free', 'yearly')).toBe('/register');
  });
});

describe('a member', () => {
  it('has a plan, better ones above it and lesser ones below', () => {
    expect(choiceOf(member('creator'), 'starter', 'monthly').kind).toBe('downgrade');
    expect(choiceOf(member('creator'), 'creator', 'monthly').kind).toBe('current');
    expect(choiceOf(member('creator'), 'studio', 'monthly').kind).toBe('upgrade');
  });

  it('of the genesis tier has the free plan', () => {
    expect(choiceOf(member('genesis'), 'free', 'monthly').kind).toBe('current');
  });

  it('chooses nothing as long as the plan is not known', () => {
    expect(choiceOf({ kind: 'pending' }, 'studio', 'monthly')).toEqual({ kind: 'pending' });
    expect(choiceOf({ kind: 'unknown' }, 'free', 'monthly')).toEqual({ kind: 'unknown' });
  });
});

describe('a lesser plan', () => {
  it('names what will be different, and nothing else', () => {
    expect(changesBetween('studio', 'creator')).toEqual([
      { name: 'Credits a month', from: '600', to: '300' },
      { name: 'Images', from: '120 a month', to: '60 a month' },
      { name: 'Download sizes', from: 'up to 8K as png, jpg, webp', to: 'up to 4K as png, jpg, webp' },
      { name: 'Downloads', from: '300 a month', to: '100 a month' },
      { name: 'Earned by a sale', from: '1.5 credits', to: '1 credit' },
    ]);
    expect(changesBetween('creator', 'creator')).toEqual([]);
  });

  it('tells what becomes of the payments', () => {
    const studio = samplePlan('studio');
    expect(billsAfter(studio, 'starter')).toContain('$9.99 a month');
    expect(billsAfter(studio, 'free')).toContain('Nothing more is charged');
    expect(billsAfter({ ...studio, renews: false }, 'starter')).toBe('What is paid already is not paid back.');
    expect(billsAfter(samplePlan('free'), 'free')).toBeUndefined();
  });
});

describe('the address', () => {
  it('names a period and a plan, or neither', () => {
    expect(periodOf('yearly')).toBe('yearly');
    expect(periodOf('weekly')).toBe('monthly');
    expect(tierOfHash('#enterprise')).toBe('enterprise');
    expect(tierOfHash('#genesis')).toBeUndefined();
    expect(tierOfHash('')).toBeUndefined();
  });
});
