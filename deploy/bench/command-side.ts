import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { account } from '@easel/api/account/account.decider';
import { logContents } from '@easel/contracts/log';
import { foundationConfig, openFoundation, type Foundation } from '@easel/kernel/server/foundation';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startPostgres } from '../local/postgres.ts';
import { startEventStoreProcess } from './event-store-process.ts';
import { callJson } from './http-call.ts';
import { median, ratesOf } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';
import { size } from './size.ts';

const CONCURRENCY = 32;
const COMMANDS = size(4_000, 40);
const ROUNDS = size(5, 1);
/** Commands go to these in turn, as the members of a busy site would. */
const STREAMS = 64;
const OPERATOR = { email: 'bench@example.org', password: 'a bench password' };

/**
 * What a command costs above the append it ends in: the official client alone, the decider runner on the same store,
 * and the whole way over HTTP to a server that is a process of its own, as the store and PostgreSQL are, with its
 * stages one by one. All in one run, rounds in turn.
 */
export async function benchCommandSide(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  const store = await startEventStoreProcess(folder, postgres.url);
  const settings = {
    DATABASE_URL: postgres.url,
    EVENT_STORE_URL: store.connectionString,
    BLOB_DIR: join(folder, 'blobs'),
    MASTER_KEY: 'ab'.repeat(32),
    MAC_KEYS: 'cd'.repeat(32),
    LOG_LEVEL: 'silent',
  };
  const foundation = await openFoundation('bench', foundationConfig.parse(settings), logContents);
  const bare = EventStoreDBClient.connectionString(store.connectionString);
  try {
    const alone = await measureRunner(foundation, bare);
    const { email, password } = OPERATOR;
    const args = [JSON.stringify(settings), email, password];
    const server = await startServerProcess(folder, 'command-side-server', args);
    try {
      return [...alone, ...(await measureHttp(server, foundation, bare))];
    } finally {
      await server.stop();
    }
  } finally {
    await bare.dispose();
    await foundation.close();
    await store.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

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
  return [row('decider runner → acknowledged fact, concurrency 32', rates.bare, rates.runner, 0.6)];
}

/** One event of the same size, to streams in turn: the client alone. */
function bareAppends(bare: EventStoreDBClient): (index: number) => Promise<unknown> {
  const streams = Array.from({ length: STREAMS }, () => ({ name: `bare-${randomUUID()}`, memberId: randomUUID() }));
  return (index) => {
    const { name = '', memberId = '' } = streams[index % STREAMS] ?? {};
    const metadata = {
      $correlationId: randomUUID(),
      actor: { kind: 'system', id: 'bench' },
      schemaVersion: 1,
      previousHash: '0'.repeat(64),
    };
    return bare.appendToStream(name, jsonEvent({ type: 'CreditsGranted', data: grantData(memberId, index), metadata }));
  };
}

interface People {
  agent: Agent;
  operator: string;
  members: readonly { id: string; token: string }[];
}

async function makePeople(url: string): Promise<People> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const { token: operator } = await callJson<{ token: string }>(url, agent, 'POST', '/api/admin/login', {
    body: OPERATOR,
  });
  // One after the other: whoever registers in a rush is told to come back, since a password is slow to hash.
  const members: People['members'][number][] = [];
  for (let index = 0; index < STREAMS; index++) {
    const username = `bench${index}`;
    const names = { firstName: 'Bench', lastName: 'Mark', email: `${username}@example.org`, username };
    const { token, user } = await callJson<{ token: string; user: { id: string } }>(
      url,
      agent,
      'POST',
      '/api/auth/register',
      { body: { ...names, password: OPERATOR.password, confirmPassword: OPERATOR.password } },
    );
    members.push({ id: user.id, token });
  }
  return { agent, operator, members };
}

async function measureHttp(
  { url }: ServerProcess,
  { idempotencyKeys }: Foundation,
  bare: EventStoreDBClient,
): Promise<BenchRow[]> {
  const { agent, operator, members } = await makePeople(url);
  const memberAt = (index: number): People['members'][number] => members[index % STREAMS] ?? { id: '', token: '' };
  try {
    const rates = await ratesOf(
      {
        bare: bareAppends(bare),
        command: (index) =>
          callJson(url, agent, 'POST', `/api/admin/members/${memberAt(index).id}/credits`, {
            body: { amount: 1, reason: 'bench' },
            token: operator,
            headers: { 'idempotency-key': randomUUID() },
          }),
        // The way there and back, and nothing else.
        live: () => callJson(url, agent, 'GET', '/health/live', {}),
        // With a session that is looked up and not found.
        session: () => callJson(url, agent, 'GET', '/api/auth/me', { token: 'A'.repeat(43), refused: true }),
        idempotency: () => idempotencyKeys.claim('bench', 'POST /bench', randomUUID(), '{"amount":1}'),
      },
      { rounds: ROUNDS, count: COMMANDS, concurrency: CONCURRENCY },
    );
    return [
      row('a command over HTTP (an operator grants credits)', rates.bare, rates.command, 0.25),
      row('  stage: HTTP alone', rates.bare, rates.live, 0),
      row('  stage: HTTP and session', rates.bare, rates.session, 0),
      row('  stage: idempotency key, without HTTP', rates.bare, rates.idempotency, 0),
    ];
  } finally {
    agent.destroy();
  }
}

function row(what: string, bare: readonly number[], ours: readonly number[], goal: number): BenchRow {
  const [limit, reached] = [median(bare), median(ours)];
  return { what, bare: `append ${perSecond(limit)}`, ours: perSecond(reached), ratio: reached / limit, goal };
}

const grantData = (memberId: string, index: number) => ({
  memberId,
  bucket: 'permanent',
  tenths: 10,
  reason: 'adjustment',
  key: `bench ${index}`,
  month: null,
  note: 'bench',
});

const perSecond = (rate: number): string => `${Math.round(rate)}/s`;
