import { MAX_ATTEMPTS } from '@easel/contracts/generation/policy';
import { describe, expect, test } from 'vitest';
import {
  byTurn,
  expectedMs,
  HINT_AGAIN_MS,
  LEASE_GRACE_MS,
  planHints,
  standings,
  TRIALS_UNCLAIMED_AT_MOST,
  UNCLAIMED_AT_MOST,
  type Pace,
} from './render-order.ts';
import { RETRY_AFTER_MS, type RenderJob } from './render-queue.ts';

const NOW = 1_000_000;
let position = 0n;

/** The id says whose it is: `a1` is a member's whose name is `a`. */
const job = (id: string, over: Partial<RenderJob> = {}): RenderJob => ({
  id,
  memberId: id.replace(/\d+$/, ''),
  tier: 'free',
  turn: 0,
  position: (position += 10n),
  requestedAt: '2026-11-20T10:00:00.000Z',
  aspectRatio: 'square_1_1',
  resolution: '1k',
  images: 1,
  provider: 'procedural',
  variantOf: null,
  correlationId: 'c',
  tries: 0,
  done: 0,
  startedAt: null,
  leaseUntil: null,
  notBefore: 0,
  ...over,
});
const many = (member: string, count: number, over: Partial<RenderJob> = {}): RenderJob[] =>
  Array.from({ length: count }, (_, turn) => job(`${member}${turn}`, { turn, ...over }));
const claimed = { startedAt: NOW - 100, leaseUntil: NOW + 5_000, tries: 1 };
const hinted = (jobs: readonly RenderJob[], told: Record<string, number> = {}, now = NOW): string[] =>
  planHints(jobs, new Map(Object.entries(told)), now).hint.map(({ id }) => id);

test('members take turns, and in a turn the older request comes first', () => {
  const jobs = [...many('a', 3), ...many('b', 2), job('c1', { turn: 1 })];
  expect(jobs.toSorted(byTurn).map(({ id }) => id)).toEqual(['a0', 'b0', 'a1', 'b1', 'c1', 'a2']);
});

describe('the workers are told', () => {
  test('of no more jobs of a member than its tier has at once, claimed ones included', () => {
    expect(hinted([...many('a', 200), ...many('b', 200, { tier: 'enterprise' })])).toEqual([
      'a0',
      'b0',
      'b1',
      'b2',
      'b3',
      'b4',
      'b5',
    ]);
    expect(hinted([job('a0', claimed), job('a1')])).toEqual([]);
    expect(hinted([job('b0', { tier: 'creator', ...claimed }), ...many('b', 3, { tier: 'creator' })])).toEqual(['b0']);
  });

  test('of each job once, until nobody has claimed it for a while', () => {
    const jobs = [job('a0'), job('b0')];
    expect(hinted(jobs, { a0: NOW })).toEqual(['b0']);
    expect(planHints(jobs, new Map([['a0', NOW - 100]]), NOW).lookAt).toBe(NOW - 100 + HINT_AGAIN_MS);
    expect(hinted(jobs, { a0: NOW, b0: NOW }, NOW + HINT_AGAIN_MS)).toEqual(['a0', 'b0']);
  });

  test('of a job whose lease has ended, after a grace', () => {
    const jobs = [job('a0', { ...claimed, leaseUntil: NOW })];
    expect([hinted(jobs), planHints(jobs, new Map(), NOW).lookAt]).toEqual([[], NOW + LEASE_GRACE_MS]);
    expect(hinted(jobs, {}, NOW + LEASE_GRACE_MS)).toEqual(['a0']);
  });

  test('of a job that failed after a pause; of the member’s next one meanwhile', () => {
    const jobs = [job('a0', { tries: 1, notBefore: NOW + 500 }), job('a1', { turn: 1 })];
    expect([hinted(jobs), planHints(jobs, new Map(), NOW).lookAt]).toEqual([['a1'], NOW + 500]);
    expect(hinted(jobs, {}, NOW + 500)).toEqual(['a0']);
  });

  test('no later than a pause lasts where the clock of the log is ahead', () => {
    expect(hinted([job('a0', { tries: 1, notBefore: NOW + RETRY_AFTER_MS + 3_600_000 })])).toEqual(['a0']);
  });

  test('of so many at most that nobody has claimed', () => {
    const jobs = Array.from({ length: 100 }, (_, n) => job(`member-${String.fromCharCode(97 + n)}0`));
    expect(hinted(jobs)).toHaveLength(UNCLAIMED_AT_MOST);
  });

  test('of so many of each provider: one that makes nothing leaves the others their room', () => {
    const of = (provider: string) =>
      Array.from({ length: 100 }, (_, n) => job(`${provider}-${String.fromCharCode(97 + n)}0`, { provider }));
    const told = hinted([...of('gateway'), ...of('procedural')]);
    expect(told.filter((id) => id.startsWith('gateway'))).toHaveLength(UNCLAIMED_AT_MOST);
    expect(told).toHaveLength(2 * UNCLAIMED_AT_MOST);
  });

  test('never of one that was tried often enough: it is given up once its last worker is silent', () => {
    const tries = MAX_ATTEMPTS;
    const plan = (over: Partial<RenderJob>) => planHints([job('a0', { tries, ...over })], new Map(), NOW);
    expect(plan({})).toMatchObject({ hint: [], giveUp: [{ id: 'a0' }] });
    expect(plan({ ...claimed, tries })).toMatchObject({ hint: [], giveUp: [] });
    expect(plan({ ...claimed, tries, leaseUntil: NOW - LEASE_GRACE_MS }).giveUp).toHaveLength(1);
  });
});

describe('where a job stands', () => {
  const pace = (over: Partial<Pace> = {}): Pace => ({
    msOf: () => 1_000,
    slotsOf: () => 1,
    progressOf: () => 0,
    ...over,
  });
  const shown = (jobs: readonly RenderJob[], over: Partial<Pace> = {}) =>
    Object.fromEntries(standings(jobs, pace(over)));

  test('the jobs before it count, and a job that is being made has no place', () => {
    expect(shown([job('a0', claimed), ...many('b', 2), job('c0')], { progressOf: () => 0.25 })).toEqual({
      a0: { position: null, etaMs: 750 },
      b0: { position: 0, etaMs: 1_750 },
      c0: { position: 1, etaMs: 2_750 },
      b1: { position: 2, etaMs: 3_750 },
    });
  });

  test('several slots share what comes before, and one member’s jobs still come one by one', () => {
    const jobs = [...many('a', 3), ...many('b', 3)];
    expect(shown(jobs, { slotsOf: () => 2 })).toMatchObject({
      a0: { etaMs: 1_000 },
      b0: { etaMs: 1_500 },
      a1: { position: 2, etaMs: 2_000 },
      a2: { position: 4, etaMs: 3_000 },
    });
    expect(shown(many('a', 3), { slotsOf: () => 2 })).toMatchObject({ a2: { etaMs: 3_000 } });
  });

  test('counts those of its own provider, whose slots they share', () => {
    const remote = { provider: 'gateway' };
    const jobs = [job('a0', claimed), ...many('b', 2), ...many('c', 2, remote), job('d0', remote)];
    expect(shown(jobs, { slotsOf: (provider) => (provider === 'gateway' ? 2 : 1) })).toMatchObject({
      b0: { position: 0, etaMs: 2_000 },
      c0: { position: 0, etaMs: 1_000 },
      d0: { position: 1, etaMs: 1_500 },
    });
  });

  test('is guessed at before it is asked for, by what members wait for at that provider', () => {
    const remote = { provider: 'gateway' };
    const trial = job('visitor-a0', { turn: 1_000_000_000, ...remote });
    const jobs = [job('a0', { ...claimed, ...remote }), ...many('b', 3, remote), job('c0'), trial];
    const like = pace({ slotsOf: () => 2, progressOf: ({ startedAt }) => (startedAt === null ? 0 : 0.5) });
    expect(expectedMs(jobs, like, 1_000, 'gateway')).toBe(2_750);
    expect(expectedMs(jobs, like, null, 'gateway')).toBeNull();
  });

  test('no guess is made before anything was seen', () => {
    expect(shown([job('a0')], { msOf: () => null })).toEqual({ a0: { position: 0, etaMs: null } });
  });
});

describe('visitors’ pictures', () => {
  const trials = (count: number) =>
    Array.from({ length: count }, (_, n) => job(`visitor-${String.fromCharCode(97 + n)}0`, { turn: 1_000_000_000 }));

  test('come behind all that members have asked for, however late', () => {
    const jobs = [...trials(1), ...many('a', 3, { tier: 'enterprise' }), job('b0', { turn: 40 })];
    expect(hinted(jobs)).toEqual(['a0', 'a1', 'a2', 'b0', 'visitor-a0']);
    const places = standings(jobs, { slotsOf: () => 1, msOf: () => 1_000, progressOf: () => 0 });
    expect(places.get('visitor-a0')).toEqual({ position: 4, etaMs: 5_000 });
  });

  test('are told of a few at a time, and leave members’ hints their room', () => {
    const waiting = trials(TRIALS_UNCLAIMED_AT_MOST + 3);
    const told = hinted(waiting);
    expect(told).toHaveLength(TRIALS_UNCLAIMED_AT_MOST);
    const toldAt = Object.fromEntries(told.map((id) => [id, NOW]));
    const members = Array.from({ length: UNCLAIMED_AT_MOST + 1 }, (_, n) => job(`m${'x'.repeat(n)}0`));
    const next = hinted([...waiting, ...members], toldAt);
    expect(next).toHaveLength(UNCLAIMED_AT_MOST);
    expect(next.every((id) => id.startsWith('m'))).toBe(true);
    const full = Object.fromEntries(members.slice(0, UNCLAIMED_AT_MOST).map(({ id }) => [id, NOW]));
    expect(hinted([...waiting, ...members], full)).toEqual(told);
  });
});
