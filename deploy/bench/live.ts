import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ApiModule } from '@easel/api/api.module';
import { apiTables } from '@easel/api/api.tables';
import { mailConfig } from '@easel/api/mail/mail.config';
import { logContents } from '@easel/contracts/log';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { migrate } from '@easel/kernel/database/database';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import { foundationConfig, openFoundation, type Foundation } from '@easel/kernel/server/foundation';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import { END, EventStoreDBClient, streamNameFilter } from '@eventstore/db-client';
import { Module } from '@nestjs/common';
import { requestFact } from '../faults/harness/planted.ts';
import { startPostgres } from '../local/postgres.ts';
import { startEventStoreProcess } from './event-store-process.ts';
import { percentile } from './rounds.ts';
import type { BenchRow } from './row.ts';
import { size } from './size.ts';

const CLIENTS = size(500, 5);
const EVENTS = size(300, 10);
const WARM = size(50, 2);
const FACTS = size(400, 10);

@Module({})
class BenchApp {}

/** One event to many streams, beside Node's own server doing the same; and the way of a fact to the page. */
export async function benchLive(): Promise<BenchRow[]> {
  return [...(await measureFanOut()), ...(await measureFacts())];
}

async function measureFanOut(): Promise<BenchRow[]> {
  const [bare, ours] = [await Crowd.before('bare'), await Crowd.before('ours')];
  const times = { bare: [] as number[], ours: [] as number[] };
  for (let n = 0; n < WARM + EVENTS; n++) {
    for (const [name, crowd] of [
      ['bare', bare],
      ['ours', ours],
    ] as const) {
      const arrived = await crowd.tell(n);
      if (n >= WARM) times[name].push(...arrived);
    }
  }
  bare.close();
  ours.close();
  return [50, 99].map((percent) =>
    row(
      `fan-out of one event to ${CLIENTS} streams, p${percent}`,
      percentile(times.bare, percent),
      percentile(times.ours, percent),
      0.5,
    ),
  );
}

/** Clients of one server, each of which says when an event is there. */
class Crowd {
  private readonly sockets: Socket[] = [];
  private arrived: number[] = [];
  private all = Promise.withResolvers<void>();

  private constructor(private readonly server: ChildProcess) {}

  static async before(kind: 'bare' | 'ours'): Promise<Crowd> {
    const program = fileURLToPath(new URL(`./live-server${extname(import.meta.url)}`, import.meta.url));
    const server = fork(program, [kind]);
    const [port] = (await once(server, 'message')) as [number];
    const crowd = new Crowd(server);
    for (let n = 0; n < CLIENTS; n++) await crowd.join(port);
    return crowd;
  }

  /** Milliseconds from the word to the server until each client has the event. */
  async tell(id: number): Promise<number[]> {
    this.arrived = [];
    this.all = Promise.withResolvers();
    const begun = performance.now();
    this.server.send(id);
    await this.all.promise;
    return this.arrived.map((time) => time - begun);
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.disconnect();
  }

  private async join(port: number): Promise<void> {
    const socket = connect(port, '127.0.0.1');
    this.sockets.push(socket);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.on('data', (chunk: Buffer) => {
      // The end of an event, and of its chunk.
      if (!chunk.subarray(-6).includes('\n\n')) return;
      this.arrived.push(performance.now());
      if (this.arrived.length === CLIENTS) this.all.resolve();
    });
  }
}

async function measureFacts(): Promise<BenchRow[]> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-bench-'));
  const postgres = await startPostgres({ dataDir: join(folder, 'postgres'), log: join(folder, 'postgres.log') });
  const store = await startEventStoreProcess(folder, postgres.url);
  const config = foundationConfig.parse({
    DATABASE_URL: postgres.url,
    EVENT_STORE_URL: store.connectionString,
    BLOB_DIR: join(folder, 'blobs'),
    MASTER_KEY: 'ab'.repeat(32),
    MAC_KEYS: 'cd'.repeat(32),
    LOG_LEVEL: 'silent',
  });
  const foundation = await openFoundation('bench', config, logContents);
  const bare = EventStoreDBClient.connectionString(store.connectionString);
  try {
    return await measureWay(foundation, bare);
  } finally {
    await bare.dispose();
    await foundation.close();
    await store.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** From the append to whoever follows the log with the official client, and to the page that reads its stream. */
async function measureWay(foundation: Foundation, bare: EventStoreDBClient): Promise<BenchRow[]> {
  await migrate(foundation.pool, { api: apiTables });
  const lifecycle = new Lifecycle({ logger: foundation.logger });
  const kernel = KernelModule.register(foundation, { lifecycle, metrics: new Metrics(), rateLimitScale: 1000 });
  const app = await createHttpServer({
    module: BenchApp,
    imports: [kernel, ApiModule.register(mailConfig.parse({}))],
  });
  await app.listen(0, '127.0.0.1');
  const memberId = randomUUID();
  const { token } = await foundation.sessions.open({ kind: 'member', id: memberId }, { days: 1, userAgent: '' });
  const { port } = app.getHttpServer().address() as AddressInfo;

  const request = requestFact({ memberId, prompt: 'a lighthouse on a cliff at dusk', count: 8 });
  const ids = { generationId: request.data.generationId, memberId };
  let revision = -1;
  const append = async (fact: GenerationFact): Promise<void> => {
    const context = { key: randomUUID(), actor: { kind: 'system', id: 'bench' }, correlationId: 'bench' } as const;
    const stream = `generation-${ids.generationId}`;
    await foundation.log.append(stream, revision < 0 ? 'none' : revision, newFacts(stream, [fact], context));
    revision++;
  };

  const followed = new Mailbox();
  const subscription = bare.subscribeToAll({
    fromPosition: END,
    filter: streamNameFilter({ prefixes: ['generation-'] }),
  });
  subscription.on('data', () => followed.arrive()).on('error', () => undefined);
  await once(subscription, 'confirmation');

  const page = new Mailbox();
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET /api/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      if (/^event: jobs?$/m.test(text.slice(0, end))) page.arrive();
      text = text.slice(end + 2);
    }
  });
  await page.next();

  const times = { append: [] as number[], bare: [] as number[], ours: [] as number[] };
  const leaseUntil = new Date(Date.now() + 3_600_000).toISOString();
  for (let n = 0; n < FACTS; n++) {
    const fact: GenerationFact =
      n === 0
        ? request
        : n % 2 === 1
          ? { type: 'RenderingStarted', data: { ...ids, attempt: n, worker: 'bench', leaseUntil } }
          : { type: 'RenderingHandedBack', data: { ...ids, attempt: n, reason: 'drained', detail: '' } };
    const begun = performance.now();
    const [, seen, shown] = await Promise.all([
      append(fact).then(() => times.append.push(performance.now() - begun)),
      followed.next(),
      page.next(),
    ]);
    if (n < WARM) continue;
    times.bare.push(seen - begun);
    times.ours.push(shown - begun);
  }
  socket.destroy();
  await subscription.unsubscribe();
  await app.close();
  return [50, 99].map((percent) =>
    row(
      `a fact to its event at the page, p${percent} (append ${percentile(times.append, percent).toFixed(1)} ms)`,
      percentile(times.bare, percent),
      percentile(times.ours, percent),
      0,
    ),
  );
}

/** When something arrived, to be awaited one after the other. */
class Mailbox {
  private readonly times: number[] = [];
  private waiting: ((time: number) => void) | undefined;

  arrive(): void {
    const time = performance.now();
    if (this.waiting) this.waiting(time);
    else this.times.push(time);
    this.waiting = undefined;
  }

  next(): Promise<number> {
    const time = this.times.shift();
    return time === undefined ? new Promise((resolve) => (this.waiting = resolve)) : Promise.resolve(time);
  }
}

const row = (what: string, bare: number, ours: number, goal: number): BenchRow => ({
  what,
  bare: `${bare.toFixed(2)} ms`,
  ours: `${ours.toFixed(2)} ms`,
  ratio: bare / ours,
  goal,
});
