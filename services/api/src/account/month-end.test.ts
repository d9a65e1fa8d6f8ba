import { randomUUID } from 'node:crypto';
import type { AccountFact } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import { allowanceTenths, monthlyImageLimit } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { logContents } from '@easel/contracts/log';
import { Refused } from '@easel/contracts/kernel/problem';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { openFoundation, type Foundation } from '@easel/kernel/server/foundation';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { commandAs } from '../testing/accounts.ts';
import { startApi } from '../testing/api-server.ts';
import { account, type AccountCommand } from './account.decider.ts';

let server: TestServer;
/** Another process on the same log. */
let other: Foundation;
beforeAll(async () => {
  server = await startApi();
  other = await openFoundation('other', server.foundation.config, logContents);
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const last = new Date('2026-11-30T23:59:59.999Z');
const first = new Date('2026-12-01T00:00:00.000Z');
const LIMIT = monthlyImageLimit('free') ?? 0;
const PRICE = 10;

/** 'held', or the code of the refusal. */
async function attempt(runner: DeciderRunner, command: AccountCommand): Promise<string> {
  const context = { key: randomUUID(), actor: { kind: 'member', id: command.memberId }, correlationId: 'c' } as const;
  try {
    await runner.execute(accountStream.nameOf(command.memberId), account, command, context);
    return 'held';
  } catch (error) {
    if (error instanceof Refused) return error.problem.code;
    throw error;
  }
}

test('of holds by two processes at a month’s end, no month gets more than its limit, and each its own allowance once', async () => {
  const memberId = randomUUID();
  await commandAs(server, {
    type: 'GrantCredits',
    memberId,
    key: 'prize',
    tenths: 10_000,
    reason: 'prize',
    note: null,
    at: last,
  });
  const runners = [server.foundation.runner, other.runner];
  // Clocks differ: what one process counts to the old month comes between what the other counts to the new one.
  const outcomes = await Promise.all(
    Array.from({ length: 240 }, (_, index): Promise<string> => {
      const at = index < 120 || index % 3 === 0 ? last : first;
      const runner = runners[index % 2] ?? other.runner;
      if (index % 40 === 39) return attempt(runner, { type: 'OpenMonth', memberId, at });
      const charge = { generationId: randomUUID(), fingerprint: `${index}`, tenths: PRICE, images: 1 };
      return attempt(runner, { type: 'HoldCredits', memberId, charges: [charge], at });
    }),
  );
  expect(new Set(outcomes)).toEqual(new Set(['held', accountProblems.monthlyLimit.code]));

  const facts = await Array.fromAsync(server.foundation.log.read<AccountFact>(accountStream.nameOf(memberId)));
  const held = facts.flatMap(({ type, data }) => (type === 'CreditsHeld' ? [data] : []));
  const inMonth = (month: string) => held.filter((hold) => hold.month === month);
  expect(inMonth('2026-11').length).toBeGreaterThan(0);
  expect(inMonth('2026-11').length).toBeLessThanOrEqual(LIMIT);
  expect(inMonth('2026-12')).toHaveLength(LIMIT);
  expect(held).toHaveLength(inMonth('2026-11').length + LIMIT);
  expect(held.map(({ month }) => month)).toEqual(held.map(({ month }) => month).toSorted());

  const allowances = facts.flatMap(({ type, data }) =>
    type === 'CreditsGranted' && data.reason === 'allowance' ? [[data.month, data.tenths]] : [],
  );
  expect(allowances).toEqual([
    ['2026-11', allowanceTenths('free')],
    ['2026-12', allowanceTenths('free')],
  ]);
  // What was left of November's is what its holds did not take, and it expired as November's.
  const spent = inMonth('2026-11').reduce((sum, hold) => sum + hold.allowanceTenths, 0);
  const expired = facts.flatMap(({ type, data }) => (type === 'CreditsExpired' ? [[data.month, data.tenths]] : []));
  const left = allowanceTenths('free') - spent;
  expect(expired).toEqual(left > 0 ? [['2026-11', left]] : []);
}, 30_000);
