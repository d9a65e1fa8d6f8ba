import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { dayWithZone } from '../../lib/dates.ts';
import { safeNextPath } from '../members/next-path.ts';
import { samplePlan } from '../plan/testing/sample-plan.ts';
import { changesBetween, choiceOf, periodOf, registerAddress, termsOfChange, tierOfHash } from './plan-choice.ts';

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

  it('may pay by the year instead of the month, and back at its end', () => {
    expect(choiceOf(member('creator'), 'creator', 'yearly').kind).toBe('upgrade');
    const { plan } = member('creator');
    const yearly = { ...plan, subscription: { ...plan.subscription, period: 'yearly' as const } };
    expect(choiceOf({ kind: 'member', plan: yearly }, 'creator', 'monthly').kind).toBe('downgrade');
    expect(choiceOf({ kind: 'member', plan: yearly }, 'studio', 'monthly').kind).toBe('not-offered');
    expect(choiceOf({ kind: 'member', plan: yearly }, 'studio', 'yearly').kind).toBe('upgrade');
  });

  it('sees what is to come, and may take it back', () => {
    const { plan } = member('creator');
    const next = { tier: 'starter', period: 'monthly' } as const;
    const coming = { kind: 'member', plan: { ...plan, subscription: { ...plan.subscription, next } } } as const;
    expect(choiceOf(coming, 'starter', 'monthly')).toEqual({ kind: 'coming', from: 'Dec 15, 2026' });
    expect(choiceOf(coming, 'starter', 'yearly').kind).toBe('downgrade');
    expect(choiceOf(coming, 'creator', 'monthly').kind).toBe('resume');
    const leaving = { ...plan, subscription: { ...plan.subscription, status: 'cancelled' } };
    expect(choiceOf({ kind: 'member', plan: leaving }, 'free', 'monthly').kind).toBe('coming');
    expect(choiceOf({ kind: 'member', plan: leaving }, 'creator', 'monthly').kind).toBe('resume');
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
      { name: 'Images', from: 'about 120 a month at 1K', to: 'about 60 a month at 1K' },
      { name: 'Download sizes', from: 'up to 8K, PNG, JPG, or WebP', to: 'up to 4K, PNG, JPG, or WebP' },
      { name: 'Downloads', from: '300 a month', to: '100 a month' },
      { name: 'Earned by a sale', from: '1.5 credits', to: '1 credit' },
    ]);
    expect(changesBetween('creator', 'creator')).toEqual([]);
  });

  it('tells that nothing changes before its day', () => {
    const studio = samplePlan('studio');
    const at = new Date('2026-11-23T10:00:00.000Z');
    expect(termsOfChange(studio, 'starter', 'monthly', at)).toBe(
      `Today nothing changes and nothing is paid. Studio stays as it is until ${dayWithZone('2026-12-15T00:00:00.000Z')}, and is not paid back. From then on you have Starter for $9.99 a month.`,
    );
    expect(termsOfChange(studio, 'free', 'monthly', at)).toContain('nothing more is charged');
  });
});

describe('a better plan', () => {
  it('tells what is paid today, what goes back, and what is paid from when', () => {
    const at = new Date('2026-11-23T10:00:00.000Z');
    const text = termsOfChange(samplePlan('starter'), 'studio', 'yearly', at);
    expect(text).toContain('Today you pay $383.88, and this month’s allowance becomes 600 credits.');
    expect(text).toContain('Starter ends today: what is left of its time goes back to your card');
    expect(text).toContain(`The next year is paid on ${dayWithZone('2027-11-23T10:00:00.000Z')}, until you leave.`);
    expect(termsOfChange(samplePlan('free'), 'studio', 'monthly', at)).not.toContain('goes back');
  });
});

it('names the day on which the card service charges next, wherever the browser is', () => {
  // It is the 31st of January there and the 30th in UTC, by which the card service counts.
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  onTestFinished(() => void vi.unstubAllEnvs());
  const text = termsOfChange(samplePlan('free'), 'studio', 'monthly', new Date('2027-01-30T12:00:00.000Z'));
  expect(text).toContain(`The next month is paid on ${dayWithZone('2027-02-28T12:00:00.000Z')}`);
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
