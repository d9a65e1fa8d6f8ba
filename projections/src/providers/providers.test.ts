import { randomUUID } from 'node:crypto';
import { operatorRoles } from '@easel/contracts/kernel/console';
import { providerFiguresHttp } from '@easel/contracts/providers/figures.http';
import type { Recorded } from '@easel/contracts/kernel/event';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { givenFor } from '../testing/given.ts';
import { operator } from '../testing/operators.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { providers } from './providers.projector.ts';

const given = givenFor(providers);
let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

const known = (micros: number) => ({ micros, certainty: 'known' }) as const;
const perhaps = (micros: number) => ({ micros, certainty: 'perhaps' }) as const;
const paidMonth = (account: AccountStory, tenths: number) =>
  account.fact('CreditsGranted', {
    bucket: 'allowance',
    tenths,
    reason: 'allowance',
    key: 'allowance:2026-11:pi_1',
    month: '2026-11',
    paymentId: 'pi_1',
    note: null,
  });
const released = (account: AccountStory, generationId: string, tenths: number) =>
  account.fact('CreditsReleased', {
    generationId,
    tenths,
    allowanceTenths: tenths,
    permanentTenths: 0,
    reason: 'failed',
  });

const pieces = (recorder: Recorder) =>
  ['a', 'b', 'c', 'd'].map(() => new GenerationStory(recorder, randomUUID())) as [
    GenerationStory,
    GenerationStory,
    GenerationStory,
    GenerationStory,
  ];
const DAY = '2026-11-21';

describe('generations', () => {
  const facts = () => {
    const [made, refused, stopped, open] = pieces(new Recorder());
    const recorded = [
      made.requested({ provider: 'flux-pro', chosen: { count: 2 } }),
      refused.requested({ provider: 'flux-pro' }),
      made.started(),
      made.completed({ processingMs: 9_000, cost: known(80_000) }),
      stopped.requested({ provider: 'openai' }),
      refused.failed('unknown_outcome', perhaps(40_000)),
      stopped.cancelled(perhaps(19_000)),
      open.requested(),
    ];
    return { recorded, open };
  };

  test('are summed by the day of their request', async () => {
    await given(...facts().recorded).thenRows(
      'provider_day',
      {
        provider: 'flux-pro',
        generations: 2,
        pictures: 2,
        completed: 1,
        cancelled: 0,
        known_micros: '80000',
        perhaps_micros: '40000',
        income_micros: '0',
      },
      { provider: 'openai', generations: 1, pictures: 0, completed: 0, cancelled: 1, perhaps_micros: '19000' },
      { provider: 'procedural', generations: 1, completed: 0, known_micros: '0' },
    );
  });

  test('are summed by reason when they fail', async () => {
    await given(...facts().recorded).thenRows('failure_day', {
      provider: 'flux-pro',
      reason: 'unknown_outcome',
      times: 1,
    });
  });

  test('have a row each until they end', async () => {
    const { recorded, open } = facts();
    await given(...recorded).thenRows('open', {
      id: open.generationId,
      provider: 'procedural',
      day: DAY,
      ended: false,
    });
  });

  test('count on the day of their request, and are deleted 90 days later', async () => {
    const [old, late, fresh] = pieces(new Recorder());
    const asked = (day: string, one: GenerationStory) => ({
      ...one.requested(),
      recordedAt: new Date(`${day}T23:59:59Z`),
    });
    await given(
      asked('2026-08-01', old),
      asked('2026-11-20', late),
      asked(DAY, fresh),
      late.failed('no_room'),
      old.failed('moderated'),
    ).thenRows('failure_day', { reason: 'no_room', times: 1 });
  });
});

describe('income', () => {
  const spending = (account: AccountStory, one: GenerationStory): Recorded[] => [
    account.held(one.generationId, 40, 10),
    one.requested({ provider: 'flux-pro' }),
    one.started(),
    one.completed(),
    account.captured(one.generationId, 50),
  ];
  const paying = () => {
    const recorder = new Recorder();
    const [one, failed, never] = pieces(recorder);
    return { payer: new AccountStory(recorder), one, failed, never };
  };
  const whole = (income: number) => ({ provider: 'flux-pro', income_micros: String(income) });

  test('counts paid credits only, also when the month is paid for after they were spent', async () => {
    const recorder = new Recorder();
    const [payer, free] = [new AccountStory(recorder), new AccountStory(recorder)];
    const [one, other, third] = pieces(recorder);
    await given(
      free.allowance(500),
      payer.allowance(500),
      ...spending(payer, one),
      ...spending(free, other),
      paidMonth(payer, 2_500),
      ...spending(payer, third),
    ).thenRows('provider_day', whole(2 * 133_200));
  });

  test('drops to zero after a refund', async () => {
    const { payer, one } = paying();
    const gone = { tenths: 2_900, allowanceTenths: 2_870, permanentTenths: 30, month: '2026-11' } as const;
    const revoked = { key: 'r', ...gone, reason: 'refund', paymentId: 'pi_1', note: null } as const;
    await given(paidMonth(payer, 3_000), ...spending(payer, one), payer.fact('CreditsRevoked', revoked)).thenRows(
      'provider_day',
      whole(0),
    );
  });

  test('is counted when the request arrives after its credits were spent', async () => {
    const { payer, one } = paying();
    await given(
      paidMonth(payer, 3_000),
      payer.held(one.generationId, 40, 10),
      payer.captured(one.generationId, 50),
      ...one.whole({ provider: 'flux-pro' }),
    ).thenRows('provider_day', whole(133_200));
  });

  test('keeps no row of a generation whose credits were captured or released', async () => {
    const { payer, one, failed, never } = paying();
    await given(
      ...spending(payer, one),
      payer.held(failed.generationId, 40),
      failed.requested(),
      failed.failed(),
      released(payer, failed.generationId, 40),
      payer.held(never.generationId, 40),
      released(payer, never.generationId, 40),
    ).thenNoRows('open');
  });
});

const look = async (role: (typeof operatorRoles)[number] = 'analyst', query = '') => {
  const { authorization } = await operator(queries, role);
  const { body } = await queries.nobody.get(`/api/admin/providers/figures${query}`).set({ authorization }).expect(200);
  return providerFiguresHttp.figures.reply.parse(body);
};

test('returns each provider’s cost, income from paid credits, failures by reason and percentiles', async () => {
  const recorder = new Recorder();
  const [payer, free] = [new AccountStory(recorder), new AccountStory(recorder)];
  const made = [1_000, 2_000, 3_000, 20_000].map((processingMs, index) => {
    const account = index < 3 ? payer : free;
    const story = new GenerationStory(recorder, account.memberId);
    return [
      account.held(story.generationId, 40),
      story.requested({ provider: 'flux-pro', chosen: { count: 2 } }),
      story.started(),
      story.completed({ processingMs, cost: known(60_000) }),
      account.captured(story.generationId, 40),
    ];
  });
  const failed = new GenerationStory(recorder, payer.memberId);
  const trial = new GenerationStory(recorder, randomUUID());
  await queries.append(
    paidMonth(payer, 3_000),
    free.allowance(500),
    ...made.flat(),
    payer.held(failed.generationId, 40),
    failed.requested({ provider: 'flux-pro' }),
    failed.failed('moderated', perhaps(30_000)),
    released(payer, failed.generationId, 40),
    trial.requested({ trial: true }),
    trial.started(),
    trial.completed(),
  );
  const { days, figures } = await look();
  expect(days).toBe(30);
  expect(figures).toEqual([
    {
      id: 'flux-pro',
      generations: 5,
      pictures: 8,
      completed: 4,
      failed: { moderated: 1 },
      cancelled: 0,
      cost: 0.24,
      perhaps: 0.03,
      income: 0.3996,
      p50Ms: expect.closeTo(2_000, -2) as unknown,
      p95Ms: expect.closeTo(20_000, -3) as unknown,
    },
    expect.objectContaining({ id: 'procedural', generations: 1, completed: 1, cost: 0, perhaps: 0, income: 0 }),
  ]);
});

test('answers operators of every role for 1 to 90 days, and rejects visitors with 401', async () => {
  for (const role of operatorRoles) expect((await look(role, '?days=1')).days).toBe(1);
  const { authorization } = await operator(queries, 'admin');
  await queries.nobody.get('/api/admin/providers/figures?days=91').set({ authorization }).expect(400);
  await queries.nobody.get('/api/admin/providers/figures').expect(401);
});
