import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logContents } from '@easel/contracts/log';
import { foundationConfig, openFoundation, type Foundation } from '@easel/kernel/server/foundation';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { startPostgres } from '../local/postgres.ts';
import { startEventStoreProcess } from './event-store-process.ts';
import { callJson } from './http-call.ts';
import { median } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { startServerProcess, type ServerProcess } from './server-process.ts';

export const CONCURRENCY = 32;
/** Commands go to these in turn, as the members of a busy site would. */
export const STREAMS = 64;
const OPERATOR = { email: 'bench@example.org', password: 'a bench password' };

/** Where commands are measured: a store and PostgreSQL as processes of their own, and a client of either kind. */
interface CommandSide {
  foundation: Foundation;
  /** The official client. */
  bare: EventStoreDBClient;
  /** `env`: of the payments and of printing. */
  startServer: (env?: Record<string, string>) => Promise<ServerProcess>;
}

export async function besideCommandSide(measure: (side: CommandSide) => Promise<BenchRow[]>): Promise<BenchRow[]> {
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
  const servers: ServerProcess[] = [];
  const startServer = async (env: Record<string, string> = {}): Promise<ServerProcess> => {
    const { email, password } = OPERATOR;
    const args = [JSON.stringify({ ...settings, ...env }), email, password];
    const server = await startServerProcess(folder, 'command-side-server', args);
    servers.push(server);
    return server;
  };
  try {
    return await measure({ foundation, bare, startServer });
  } finally {
    for (const server of servers) await server.stop();
    await bare.dispose();
    await foundation.close();
    await store.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** One event of the same size, to streams in turn: the client alone. */
export function bareAppends(bare: EventStoreDBClient): (index: number) => Promise<unknown> {
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

export interface People {
  agent: Agent;
  operator: string;
  members: readonly { id: string; token: string }[];
}

export async function makePeople(url: string): Promise<People> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const { token: operator } = await callJson<{ token: string }>(url, agent, 'POST', '/api/admin/login', {
    body: OPERATOR,
  });
  // Register one after the other: passwords are slow to hash, so a rush of registrations is refused.
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

/** Commands over HTTP, to the members in turn: an operator grants credits. */
export const grants =
  (url: string, { agent, operator, members }: People) =>
  (index: number): Promise<unknown> =>
    callJson(url, agent, 'POST', `/api/admin/members/${members[index % members.length]?.id}/credits`, {
      body: { amount: 1, reason: 'bench' },
      token: operator,
      headers: { 'idempotency-key': randomUUID() },
    });

export function row(what: string, bare: readonly number[], ours: readonly number[], goal: number): BenchRow {
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
