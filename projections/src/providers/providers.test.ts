import { randomUUID } from 'node:crypto';
import { operatorRoles } from '@easel/contracts/kernel/console';
import { providersHttp } from '@easel/contracts/providers/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
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
const at = (day: string, fact: ReturnType<GenerationStory['requested']>) => ({ ...fact, recordedAt: new Date(day) });

test('has a row of each generation, with how it ended and what it cost', async () => {
  const recorder = new Recorder();
  const [made, refused, stopped, open] = ['a', 'b', 'c', 'd'].map(() => new GenerationStory(recorder, randomUUID()));
  if (!made || !refused || !stopped || !open) throw new Error('no story');
  await given(
    made.requested({ provider: 'flux-pro', chosen: { count: 2 } }),
    refused.requested({ provider: 'flux-pro' }),
    made.started(),
    made.completed({ processingMs: 9_000, cost: known(80_000) }),
    stopped.requested({ provider: 'openai' }),
    refused.failed('unknown_outcome', perhaps(40_000)),
    stopped.cancelled(perhaps(19_000)),
    open.requested(),
  ).thenRows(
    'generation',
    {
      id: made.generationId,
      provider: 'flux-pro',
      pictures: 2,
      outcome: 'completed',
      reason: null,
      processing_ms: 9_000,
      known_micros: '80000',
      perhaps_micros: '0',
    },
    { id: refused.generationId, outcome: 'failed', reason: 'unknown_outcome', perhaps_micros: '40000' },
    { id: stopped.generationId, provider: 'openai', outcome: 'cancelled', perhaps_micros: '19000' },
    { id: open.generationId, provider: 'procedural', outcome: null, known_micros: '0' },
  );
});

test('keeps what was held of an allowance until it is released', async () => {
  const account = new AccountStory(new Recorder());
  const [paid, failed] = [randomUUID(), randomUUID()];
  await given(
    paidMonth(account, 3_000),
    account.held(paid, 40, 10),
    account.held(failed, 40),
    account.held(randomUUID(), 0, 40),
    account.captured(paid, 50),
    released(account, failed, 40),
  ).thenRows('spent', { generation_id: paid, month: '2026-11', allowance_tenths: '40', captured: true });
});

test('forgets what is older than its figures', async () => {
  const recorder = new Recorder();
  const [old, fresh] = [new GenerationStory(recorder, randomUUID()), new GenerationStory(recorder, randomUUID())];
  await given(
    at('2026-08-01T10:00:00Z', old.requested()),
    at('2026-11-21T10:00:00Z', fresh.requested()),
    at('2026-11-21T11:00:00Z', old.failed()),
  ).thenRows('generation', { id: fresh.generationId });
});

const look = async (role: (typeof operatorRoles)[number] = 'analyst', query = '') => {
  const { authorization } = await operator(queries, role);
  const { body } = await queries.nobody.get(`/api/admin/providers/figures${query}`).set({ authorization }).expect(200);
  return providersHttp.figures.reply.parse(body);
};

test('tells each provider’s figures: cost, income of paid credits alone, failures by reason and percentiles', async () => {
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
      p50Ms: 2_000,
      p95Ms: 20_000,
    },
    expect.objectContaining({ id: 'procedural', generations: 1, completed: 1, cost: 0, perhaps: 0, income: 0 }),
  ]);
});

test('shows them to every operator, of 1 to 90 days, and to nobody else', async () => {
  for (const role of operatorRoles) expect((await look(role, '?days=1')).days).toBe(1);
  const { authorization } = await operator(queries, 'admin');
  await queries.nobody.get('/api/admin/providers/figures?days=91').set({ authorization }).expect(400);
  await queries.nobody.get('/api/admin/providers/figures').expect(401);
});
