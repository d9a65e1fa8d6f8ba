import type { AccountFact } from '@easel/contracts/account/events';
import { utcMonth } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MemberRoll } from '../members/member-roll.lookup.ts';
import { commandAs } from '../testing/accounts.ts';
import { startApi } from '../testing/api-server.ts';
import { StoredAllowanceSweeps } from './allowance-sweep.tables.ts';
import { AllowanceSweep, sweptInstant, type AllowanceSweepOptions } from './allowance-sweep.ts';

// Far ahead: the server under test sweeps the present month itself.
const november = new Date('2046-11-15T12:00:00.000Z');
const december = new Date('2046-12-01T09:00:00.000Z');

describe('the swept instant', () => {
  test('is by the earliest clock', () => {
    expect(utcMonth(sweptInstant([december, november]))).toBe('2046-11');
    expect(utcMonth(sweptInstant([november, december]))).toBe('2046-11');
    expect(utcMonth(sweptInstant([december, december]))).toBe('2046-12');
  });

  test('opens no month early where every clock is an hour ahead', () => {
    const ahead = (instant: string): Date => new Date(Date.parse(instant) + 3_600_000);
    expect(utcMonth(sweptInstant([ahead('2046-11-30T23:59:59.999Z')]))).toBe('2046-11');
    expect(utcMonth(sweptInstant([ahead('2046-12-01T01:00:00.000Z')]))).toBe('2046-12');
  });
});

describe('the sweep of a month', () => {
  let server: TestServer;
  beforeEach(async () => {
    server = await startApi();
  });
  afterEach(() => server.close());

  const sweepAt = (at: Date, options: Partial<AllowanceSweepOptions> = {}): AllowanceSweep =>
    new AllowanceSweep({
      runner: server.app.get(DeciderRunner, { strict: false }),
      members: roll(),
      sweeps: new StoredAllowanceSweeps(server.foundation.backgroundPool),
      locks: server.foundation.book.locks,
      logger: server.foundation.logger,
      clocks: () => Promise.resolve([at]),
      ...options,
    });
  const roll = (): MemberRoll => server.app.get(MemberRoll, { strict: false });
  const signal = (): AbortSignal => new AbortController().signal;

  /** So many members, of whom every tenth has never had a fact. */
  async function membersOf(count: number): Promise<{ begun: string[]; untouched: string[] }> {
    const { rows } = await server.foundation.pool.query<{ id: string }>(
      `INSERT INTO vault.credentials (member_id, email_digest, username_digest, password_hash)
       SELECT gen_random_uuid(), 'e' || n, 'u' || n, 'p' FROM generate_series(1, $1) n RETURNING member_id AS id`,
      [count],
    );
    const untouched = rows.filter((_, index) => index % 10 === 0).map(({ id }) => id);
    const begun = rows.filter((_, index) => index % 10 !== 0).map(({ id }) => id);
    for (let index = 0; index < begun.length; index += 16) {
      await Promise.all(
        begun
          .slice(index, index + 16)
          .map((memberId) => commandAs(server, { type: 'OpenMonth', memberId, at: november })),
      );
    }
    return { begun, untouched };
  }

  /** Facts of December, by their streams. */
  async function openedIn(): Promise<Map<string, Recorded<AccountFact>[]>> {
    const opened = new Map<string, Recorded<AccountFact>[]>();
    for await (const item of server.foundation.log.subscribe({
      categories: ['account'],
      after: 'start',
      signal: signal(),
    })) {
      if (item.kind === 'caught-up') break;
      if (item.kind !== 'fact') continue;
      const fact = item.fact as Recorded<AccountFact>;
      if (fact.revision > 0) opened.set(fact.stream, [...(opened.get(fact.stream) ?? []), fact]);
    }
    return opened;
  }

  test('of 1 000 members is gone on with where it was broken off, and opens each account once', async () => {
    const { begun, untouched } = await membersOf(1_000);
    const stop = new AbortController();
    let batches = 0;
    const interrupted = {
      after: (memberId: string | null, limit: number) => {
        if (++batches === 6) stop.abort();
        return roll().after(memberId, limit);
      },
    };
    await sweepAt(december, { members: interrupted, batchSize: 90 }).sweep(stop.signal);
    const midway = await openedIn();
    expect(midway.size).toBeGreaterThan(300);
    expect(midway.size).toBeLessThan(600);

    // As a crash between a batch and its note would have it: what was opened is looked at again.
    await server.foundation.pool.query('UPDATE vault.allowance_sweeps SET reached = $1 WHERE month = $2', [
      begun.concat(untouched).toSorted()[100],
      '2046-12',
    ]);
    await Promise.all([sweepAt(december).sweep(signal()), sweepAt(december).sweep(signal())]);
    await sweepAt(december).sweep(signal());
    await sweepAt(new Date('2046-12-09T00:00:00.000Z')).sweep(signal());

    const opened = await openedIn();
    expect([...opened.keys()].toSorted()).toEqual(begun.map((id) => accountStream.nameOf(id)).toSorted());
    for (const facts of opened.values()) {
      expect(facts).toMatchObject([
        { type: 'CreditsExpired', data: { tenths: 500, month: '2046-11' } },
        { type: 'CreditsGranted', data: { tenths: 500, reason: 'allowance', month: '2046-12' } },
      ]);
    }
    const { rows } = await server.foundation.pool.query<{ opened: string; done: boolean }>(
      `SELECT opened, finished_at IS NOT NULL AS done FROM vault.allowance_sweeps WHERE month = '2046-12'`,
    );
    expect(rows).toEqual([{ opened: '900', done: true }]);
  }, 60_000);

  test('after months in which nobody swept opens the one that is, and never an earlier one again', async () => {
    const { begun } = await membersOf(4);
    const [memberId = ''] = begun;
    const march = new Date('2047-03-02T00:00:00.000Z');
    await sweepAt(march).sweep(signal());
    await sweepAt(december).sweep(signal());
    const facts = (await openedIn()).get(accountStream.nameOf(memberId));
    expect(facts).toMatchObject([
      { type: 'CreditsExpired', data: { month: '2046-11' } },
      { type: 'CreditsGranted', data: { month: '2047-03' } },
    ]);
  });

  test('passes over an account that cannot be opened, and comes back to it', async () => {
    const { begun } = await membersOf(4);
    const [sick = '', ...others] = begun;
    const runner = server.app.get(DeciderRunner, { strict: false });
    const fails = new Proxy(runner, {
      get(target, name: keyof DeciderRunner) {
        if (name !== 'fold') return target[name].bind(target);
        return (stream: string, ...rest: [never]) =>
          stream === accountStream.nameOf(sick)
            ? Promise.reject(new Error('unreadable'))
            : target.fold(stream, ...rest);
      },
    });
    await sweepAt(december, { runner: fails }).sweep(signal());
    expect([...(await openedIn()).keys()].toSorted()).toEqual(others.map((id) => accountStream.nameOf(id)).toSorted());
    await sweepAt(december, { runner: fails }).sweep(signal());
    await sweepAt(december).sweep(signal());
    expect((await openedIn()).get(accountStream.nameOf(sick))).toHaveLength(2);
    const { rows } = await server.foundation.pool.query('SELECT FROM vault.allowances_left');
    expect(rows).toEqual([]);
  });
});
