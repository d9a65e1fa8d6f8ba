import { join } from 'node:path';
import { LocalMailbox } from '@easel/api/mail/mail.tables';
import { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { positionBook, type PositionBook } from '@easel/contracts/kernel/client/positions';
import { logContents } from '@easel/contracts/log';
import { catalogue } from '@easel/contracts/catalogue';
import { checkedShape } from '@easel/contracts/kernel/client/checked-shape';
import { createClient } from '@easel/contracts/kernel/client/client';
import { makeFormat } from '@easel/imaging/formats/format-maker';
import { RenderWorker } from '@easel/imaging/render/render-worker';
import { createPool, type Pool } from '@easel/kernel/database/database';
import { DerivedMaker } from '@easel/kernel/files/derived-maker';
import { derivedFormats } from '@easel/kernel/files/derived-rows';
import { MacKeys } from '@easel/kernel/proof/mac-keys';
import { migrateKernel, openFoundation } from '@easel/kernel/server/foundation';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { EventLog } from '@easel/kernel/log/event-log';
import { columnsIn } from '@easel/projections/columns/columns-follower';
import { readSegments } from '@easel/projections/columns/segments';
import { readModels } from '@easel/projections/read-models';
import { pino } from 'pino';
import { startApp } from '../../local/app.ts';
import { settleInstallation } from '../../local/installation/installation.ts';
import type { Postgres } from '../../local/postgres.ts';
import { ensureSecrets } from '../../local/secrets.ts';
import type { Call } from '../../local/seed-call.ts';
import type { Admin, ReadMail } from '../../local/seed-console.ts';
import { startProdigiStandIn } from '../../stand-ins/prodigi/server.ts';
import { startStripeStandIn } from '../../stand-ins/stripe/server.ts';
import type { Audited } from '../real/audit.ts';
import { LeapingClock, wallWait } from '../real/leaping-clock.ts';
import { withCachedTimers } from './cached-timers.ts';
import { type FollowedPart, type Hold, InProcessLog } from './in-process-log.ts';
import { RepeatingMaker } from './repeating-maker.ts';
import { UnderWay } from './under-way.ts';

const logger = pino({ level: 'silent' });

/** Parcels leave when the plan says so, and a call tells of it: looking for them is seldom of use. */
const PRINT_LOOK_MS = String(86_400_000);
/** Nobody but us calls, and a busy day passes in a second. */
const EVERY_LIMIT_TIMES = '10000';
/** Stands in the mails; by then the product is where `npm start` puts it. */
const SITE = 'http://127.0.0.1:3000';
const ADMIN_EMAIL = 'admin@easel.local';
/** The clock may leap while an append is under way, and must not time it out. */
const NO_TIMEOUT_MS = 2_147_483_647;
const BREATH_MS = 1;
/** Tries of a read whose read model is behind. */
const STALE_TRIES = 30;
/** How many breaths in a row nothing must be under way. */
const RESTFUL = 2;
const RESTLESS_MS = 30_000;

/**
 * Names the read models that happenings read: these receive facts before a call that reads, the others at the end of
 * the past. In batches they take a fraction of the time that they take fact by fact.
 */
const READ_MODELS = new Set(['gallery', 'people', 'purchases', 'search', 'messages']);
/** Names loops of the product, by file, that write no facts here. They sleep through leaps. */
const IDLE_LOOPS = new Set(['advisory-locks', 'alarm-watch', 'lag-sampler', 'pauses', 'run-worker']);
/** Names the files between a wait and its caller. */
const WAITS = new Set(['past-stage', 'leaping-clock', 'backoff']);
const COMPLETE_WITHIN_MS = 60_000;
const COMPLETE_LOOK_MS = 20;
/** Sleeps through leaps that make nothing due. */
const WORK_QUEUE = 'work-queue';
/** Runs at the first leap of a day, and every few hours. */
const HOUSEKEEPING = 'housekeeping';
const HOUSEKEEPING_EVERY_MS = 3 * 3_600_000;

const dayOf = (ms: number): number => Math.floor(ms / 86_400_000);

/** The whole product in this process, on a database of its own, by a clock that leaps. */
export interface PastStage {
  readonly address: string;
  readonly call: Call;
  readonly positions: PositionBook;
  readonly admin: Admin;
  readonly readMail: ReadMail;
  readonly maker: RepeatingMaker;
  readonly audited: Audited;
  /** Lets what has been begun come to its end and what is due by then happen, then leaps to this instant. */
  goTo(instantMs: number): Promise<void>;
  /** So much time passes, whatever is under way. */
  pass(ms: number): Promise<void>;
  /** Resolves when nothing has been recorded for a moment, and nothing is due. */
  rest(): Promise<void>;
  /** The print service makes and ships what it has been sent. */
  shipParcels(): Promise<void>;
  /** Brings every read model to the end of the log. */
  complete(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the product on an empty data folder at this instant. Card service, app and render worker run in this process,
 * under its clock, and reach the event store without gRPC. Every fact is recorded by the product's own code.
 */
export async function openPastStage(folder: string, postgres: Postgres, beginsMs: number): Promise<PastStage> {
  const undone: (() => Promise<unknown> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const undo of undone.splice(0).toReversed()) await undo();
  };
  try {
    undone.push(() => postgres.stop());
    const secrets = ensureSecrets(folder);
    const clock = new LeapingClock(beginsMs, callingFile);
    clock.install();
    undone.push(() => clock.restore());
    const underWay = new UnderWay();
    underWay.observe();
    undone.push(() => underWay.end());
    const store = await InProcessLog.open({
      postgresUrl: postgres.url,
      schema: 'store',
      logger,
      appendTimeoutMs: NO_TIMEOUT_MS,
    });
    undone.push(() => store.end());
    const [read, unread] = [true, false].map((isRead) =>
      readModels.filter(({ name }) => READ_MODELS.has(name) === isRead).map(({ categories }) => categories),
    );
    const holdOf = ({ categories }: FollowedPart): Hold => {
      if (read?.includes(categories)) return 'until-flush';
      return categories === 'all' || unread?.includes(categories) ? 'until-release' : 'none';
    };
    const open: typeof openFoundation = async (name, config, contents) => {
      const opened = await openFoundation(name, config, contents, store.connect(holdOf));
      return { ...opened, book: withCachedTimers(opened.book) };
    };
    const { stripeSecretKey, stripeWebhookSecret, macKeys } = secrets;
    const stripe = await startStripeStandIn({
      databaseUrl: postgres.url,
      port: 0,
      secretKey: stripeSecretKey,
      webhookSecret: stripeWebhookSecret,
    });
    undone.push(() => stripe.close());
    const cards = {
      STRIPE_API_URL: stripe.url,
      STRIPE_SECRET_KEY: stripeSecretKey,
      STRIPE_WEBHOOK_SECRET: stripeWebhookSecret,
    };
    const prints = await startProdigiStandIn({
      databaseUrl: postgres.url,
      port: 0,
      key: secrets.prodigiKey,
      stepMs: null,
    });
    undone.push(() => prints.close());
    const env = {
      DATABASE_URL: postgres.url,
      EVENT_STORE_URL: 'esdb://in-process',
      BLOB_DIR: join(folder, 'blobs'),
      MASTER_KEY: secrets.masterKey,
      COOKIE_KEY: secrets.cookieKey,
      LOG_LEVEL: 'warn' as const,
    };
    await begin(postgres.url, secrets.masterKey, store);
    const maker = new RepeatingMaker();
    const foundation = await open('imaging', { ...env, LOG_FILE: join(folder, 'logs', 'imaging.log') }, logContents);
    undone.push(() => foundation.close());
    const worker = new RenderWorker({
      ...foundation,
      maker: {
        make: (job, signal) => underWay.during(() => maker.make(job, signal)),
        close: () => maker.close(),
      },
      slots: 2,
    });
    undone.push(() => worker.stop());
    await worker.start();
    const { blobs, log, sealer } = foundation;
    const make = makeFormat.bind(undefined, blobs, sealer);
    const formats = new DerivedMaker({ ...foundation, make, formats: derivedFormats.images, slots: 2 });
    undone.push(() => formats.stop());
    await formats.start();
    const admin = { email: ADMIN_EMAIL, password: secrets.operatorPassword };
    const appEnv = {
      ...env,
      MAC_KEYS: macKeys,
      ...cards,
      PRINT_URL: `${prints.url}/v4.0`,
      PRINT_KEY: secrets.prodigiKey,
      PRINT_LOOK_MS,
      HOST: '127.0.0.1',
      PORT: '0',
      PUBLIC_URL: SITE,
      LOG_FILE: join(folder, 'logs', 'app.log'),
      SEED_DEMO: '0',
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      RATE_LIMIT_SCALE: EVERY_LIMIT_TIMES,
      METRICS_TOKEN: secrets.metricsToken,
      DEV_MAIL_TOKEN: secrets.devMailToken,
    };
    const app = await startApp(appEnv, open);
    undone.push(() => app.close());
    await control(stripe.url, 'endpoint', { url: app.webhook });
    const pool = createPool(postgres.url, { max: 2, name: 'past' });
    undone.push(() => pool.end());
    let keptHouseMs = beginsMs;
    let noted: string | null = null;
    const positions = positionBook({ get: () => noted, set: (text) => (noted = text) });
    /** Calls as a browser does, and sees what the calls before it wrote. */
    const call: Call = async (route, input, { key, token = null } = {}) => {
      if (route.method === 'GET') store.flush();
      const client = createClient({ readShape: checkedShape, address: app.address, bearer: () => token, positions });
      // The server waits two seconds for a read model; on a busy machine it may need many times that.
      for (let tries = 1; tries <= STALE_TRIES; tries++) {
        let isStale = false;
        const reply = await client.call(route, input, {
          onStale: () => (isStale = true),
          ...(key !== undefined && { idempotencyKey: key }),
        });
        if (!isStale) return reply;
      }
      throw new Error(`${route.path} reads a read model that is behind: is it in READ_MODELS?`);
    };
    const mailbox = new LocalMailbox(pool);
    const gateway = new StripeGateway(cards);

    /** Counts what is due, and finds when the next timer will be. */
    const look = async (): Promise<{ due: number; mails: number; nextMs: number }> => {
      const { rows } = await pool.query<{ due: string; mails: string; next: Date | null }>(
        `select (select count(*) from vault.timers where attempt_at <= $1) + (select count(*) from vault.outbox) as due,
                (select count(*) from vault.mails) as mails,
                (select min(attempt_at) from vault.timers where attempt_at > $1) as next`,
        [new Date()],
      );
      const [row] = rows;
      if (!row) throw new Error('a query without a row');
      return { due: Number(row.due), mails: Number(row.mails), nextMs: row.next?.getTime() ?? Infinity };
    };
    /** Resolves when nothing has been under way for a moment. */
    const calm = async (until: number): Promise<void> => {
      for (let still = 0; still < RESTFUL;) {
        if (performance.now() > until) throw new Error('the past does not come to rest');
        const before = store.position;
        await wallWait(BREATH_MS);
        still = underWay.isNothing && store.position === before ? still + 1 : 0;
      }
    };
    const rest = async (): Promise<{ mails: number; nextMs: number }> => {
      const until = performance.now() + RESTLESS_MS;
      for (;;) {
        await calm(until);
        const { due, ...found } = await look();
        if (due === 0) return found;
        if (performance.now() > until) throw new Error(`the past does not come to rest: ${due} are due`);
        // It came due while the clock went on by itself, and its queue sleeps.
        clock.leap(0, (file) => IDLE_LOOPS.has(file));
      }
    };
    return {
      address: app.address,
      call,
      positions,
      admin,
      readMail: (to) => mailbox.list({ to }),
      maker,
      audited: { log, pool, sealer, gateway, logger, macs: new MacKeys(macKeys) },
      async rest() {
        await rest();
      },
      async pass(ms) {
        clock.leap(ms);
        await wallWait(BREATH_MS);
      },
      async goTo(instantMs) {
        for (let now = clock.now(); now < instantMs; now = clock.now()) {
          const { mails, nextMs } = await rest();
          const day = dayOf(now);
          const toMs = Math.max(Math.min(nextMs, instantMs), now);
          const isDue = mails > 0 || nextMs <= instantMs;
          const keepsHouse = dayOf(toMs) > dayOf(keptHouseMs) || toMs - keptHouseMs >= HOUSEKEEPING_EVERY_MS;
          if (keepsHouse) keptHouseMs = toMs;
          clock.leap(
            toMs - now,
            (file) => IDLE_LOOPS.has(file) || (file === WORK_QUEUE && !isDue) || (file === HOUSEKEEPING && !keepsHouse),
          );
          // Periods end and banks answer by a timer of the wall's, which this clock does not reach.
          if (dayOf(clock.now()) > day) await control(stripe.url, 'tick', {});
        }
      },
      async shipParcels() {
        const { orders } = (await (await fetch(`${prints.url}/_control/orders`)).json()) as { orders: KeptOrder[] };
        const made = orders.filter(({ order }) => order.status.stage === 'InProgress');
        for (const {
          order: { id },
        } of made)
          await control(prints.url, `orders/${id}/ship`, {});
      },
      async complete() {
        store.release();
        await rest();
        await untilComplete(pool, store, columnsIn(env.BLOB_DIR));
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

interface KeptOrder {
  order: { id: string; status: { stage: string } };
}

/** Has a local server do what its vendor's would do by itself. */
async function control(address: string, what: string, body: unknown): Promise<void> {
  const reply = await fetch(`${address}/_control/${what}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${address} answered ${what} with ${reply.status}`);
}

/** Begins an installation, as `npm start` does. */
async function begin(databaseUrl: string, masterKey: string, store: InProcessLog): Promise<void> {
  const pool = createPool(databaseUrl, { max: 2, name: 'past' });
  try {
    await migrateKernel(pool);
    const sealer = new Sealer(new PostgresPersonKeys(pool), masterKey);
    const log = new EventLog(store.connect(), catalogue, sealer);
    await settleInstallation({ pool, log, sealer, names: { database: 'the database', log: 'the log' } });
  } finally {
    await pool.end();
  }
}

/** Waits until every read model, and the columns, have the last fact that concerns them. */
async function untilComplete(pool: Pool, store: InProcessLog, columns: string): Promise<void> {
  const deadline = performance.now() + COMPLETE_WITHIN_MS;
  const [lastFact = -1n, ...lastOfModels] = await store.lastOf([{ categories: 'all' }, ...readModels]);
  for (;;) {
    const { rows } = await pool.query<{ name: string; position: string }>(
      'select name, position from read_operations.projections',
    );
    const positions = new Map(rows.map(({ name, position }) => [name, BigInt(position)]));
    const behind = readModels.flatMap(({ name }, n) =>
      (positions.get(name) ?? -1n) < (lastOfModels[n] ?? -1n) ? [name] : [],
    );
    if ((readSegments(columns)?.position ?? -1n) < lastFact) behind.push('columns');
    if (behind.length === 0) return;
    if (performance.now() > deadline) throw new Error(`these are not complete: ${behind.join(', ')}`);
    await wallWait(COMPLETE_LOOK_MS);
  }
}

/** Finds the file that began a wait, without folder and extension. */
function callingFile(): string {
  const { stack = '' } = new Error();
  for (const [, file = ''] of stack.matchAll(/\/([\w.-]+)\.[jt]s:\d+:\d+\)?$/gm)) {
    if (!WAITS.has(file)) return file;
  }
  return '';
}
