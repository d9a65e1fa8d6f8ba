import { randomUUID } from 'node:crypto';
import { account } from '@easel/api/account/account.decider';
import type { Foundation } from '@easel/kernel/server/foundation';
import type { EventStoreDBClient } from '@eventstore/db-client';
import {
  bareAppends,
  besideCommandSide,
  CONCURRENCY,
  grants,
  makePeople,
  row,
  STREAMS,
} from './beside-command-side.ts';
import { callJson } from './http-call.ts';
import { ratesOf } from './rounds.ts';
import type { BenchRow } from './row.ts';
import type { ServerProcess } from './server-process.ts';
import { size } from './size.ts';

const COMMANDS = size(4_000, 40);
const ROUNDS = size(5, 1);

/**
 * What a command costs above the append it ends in: the official client alone, the decider runner on the same store,
 * and the whole way over HTTP to a server that is a process of its own, as the store and PostgreSQL are, with its
 * stages one by one. All in one run, rounds in turn.
 */
export const benchCommandSide = (): Promise<BenchRow[]> =>
  besideCommandSide(async ({ foundation, bare, startServer }) => {
    const alone = await measureRunner(foundation, bare);
    return [...alone, ...(await measureHttp(await startServer(), foundation, bare))];
  });

/** Before any process follows the log, as in a process that only decides. */
async function measureRunner({ runner }: Foundation, bare: EventStoreDBClient): Promise<BenchRow[]> {
  const members = Array.from({ length: STREAMS }, () => randomUUID());
  const rates = await ratesOf(
    {
      bare: bareAppends(bare),
      runner: (index) => {
        const memberId = members[index % STREAMS] ?? '';
        const grant = {
          memberId,
          key: randomUUID(),
          tenths: 10,
          reason: 'adjustment',
          note: 'bench',
          at: new Date(),
        } as const;
        const context = {
          key: randomUUID(),
          actor: { kind: 'system', id: 'bench' },
          correlationId: randomUUID(),
        } as const;
        return runner.execute(`account-${memberId}`, account, { type: 'GrantCredits', ...grant }, context);
      },
    },
    { rounds: ROUNDS, count: COMMANDS, concurrency: CONCURRENCY },
  );
  return [row('decider runner → acknowledged fact, concurrency 32', rates.bare, rates.runner, 0.95)];
}

async function measureHttp(
  { url }: ServerProcess,
  { idempotencyKeys }: Foundation,
  bare: EventStoreDBClient,
): Promise<BenchRow[]> {
  const people = await makePeople(url);
  const { agent } = people;
  try {
    const rates = await ratesOf(
      {
        bare: bareAppends(bare),
        command: grants(url, people),
        // The way there and back, and nothing else.
        live: () => callJson(url, agent, 'GET', '/health/live', {}),
        // With a session that is looked up and not found.
        session: () => callJson(url, agent, 'GET', '/api/auth/me', { token: 'A'.repeat(43), refused: true }),
        idempotency: () => idempotencyKeys.claim('bench', 'POST /bench', randomUUID(), '{"amount":1}'),
      },
      { rounds: ROUNDS, count: COMMANDS, concurrency: CONCURRENCY },
    );
    return [
      row('a command over HTTP (an operator grants credits)', rates.bare, rates.command, 0.45),
      row('  stage: HTTP alone', rates.bare, rates.live, 0),
      row('  stage: HTTP and session', rates.bare, rates.session, 0),
      row('  stage: idempotency key, without HTTP', rates.bare, rates.idempotency, 0),
    ];
  } finally {
    agent.destroy();
  }
}
