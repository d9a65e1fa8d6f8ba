import { join } from 'node:path';
import { LocalMailbox } from '@easel/api/mail/mail.tables';
import { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { positionBook, type PositionBook } from '@easel/contracts/kernel/client/positions';
import { logContents } from '@easel/contracts/log';
import { makeFormat } from '@easel/imaging/formats/format-maker';
import { RenderWorker } from '@easel/imaging/render/render-worker';
import { createPool } from '@easel/kernel/database/database';
import { DerivedMaker } from '@easel/kernel/files/derived-maker';
import { MacKeys } from '@easel/kernel/proof/mac-keys';
import { openFoundation } from '@easel/kernel/server/foundation';
import { pino } from 'pino';
import { settle, startApp } from '../../local/app.ts';
import { startPostgres } from '../../local/postgres.ts';
import { ensureSecrets } from '../../local/secrets.ts';
import { callsTo, type Call } from '../../local/seed-call.ts';
import type { Admin, ReadMail } from '../../local/seed-console.ts';
import { startEventStore } from '../../stand-ins/event-store/server.ts';
import { startStripeStandIn } from '../../stand-ins/stripe/server.ts';
import type { Audited } from '../real/audit.ts';
import { LeapingClock, wallWait } from '../real/leaping-clock.ts';
import { RepeatingMaker } from './repeating-maker.ts';

const logger = pino({ level: 'silent' });

/** Nobody but us calls, and a busy day passes in a second. */
const EVERY_LIMIT_TIMES = '10000';
/** Stands in the mails; by then the product is where `npm start` puts it. */
const SITE = 'http://127.0.0.1:3000';
const ADMIN_EMAIL = 'admin@easel.local';
/** Between two leaps a ping may not have been answered yet, and the connection would be taken for dead. */
const STORE_SETTINGS = 'tls=false&keepAliveInterval=-1';
const BREATH_MS = 6;
/** So many breaths without a fact are a rest. */
const RESTFUL = 4;
const RESTLESS_MS = 30_000;

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
  close(): Promise<void>;
}

/**
 * Begins an installation in this folder at this instant. Event store, card service, app and render worker share this process
 * and so its clock, which is all that is not as `npm start` has it: what is recorded here is recorded by the product itself.
 */
export async function openPastStage(folder: string, beginsMs: number): Promise<PastStage> {
  const undone: (() => Promise<unknown> | void)[] = [];
  const close = async (): Promise<void> => {
    for (const undo of undone.splice(0).toReversed()) await undo();
  };
  try {
    const postgres = await startPostgres({
      dataDir: join(folder, 'postgres'),
      log: join(folder, 'logs', 'postgres.log'),
      // Whoever is cut off begins anew, so nothing has to be on the disk before the end; a clean stop writes it all.
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
    });
    undone.push(() => postgres.stop());
    const secrets = ensureSecrets(folder);
    const clock = new LeapingClock(beginsMs, () => 'past');
    clock.install();
    undone.push(() => clock.restore());
    const store = await startEventStore({
      host: '127.0.0.1',
      port: 0,
      postgresUrl: postgres.url,
      schema: 'store',
      insecure: true,
      logger,
    });
    undone.push(() => store.close());
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
    const env = {
      DATABASE_URL: postgres.url,
      EVENT_STORE_URL: `esdb://127.0.0.1:${store.port}?${STORE_SETTINGS}`,
      BLOB_DIR: join(folder, 'blobs'),
      MASTER_KEY: secrets.masterKey,
      COOKIE_KEY: secrets.cookieKey,
      LOG_LEVEL: 'warn' as const,
    };
    await settle(env);
    const maker = new RepeatingMaker();
    const foundation = await openFoundation(
      'imaging',
      { ...env, LOG_FILE: join(folder, 'logs', 'imaging.log') },
      logContents,
    );
    undone.push(() => foundation.close());
    const worker = new RenderWorker({ ...foundation, maker, slots: 2 });
    undone.push(() => worker.stop());
    await worker.start();
    const { blobs, log, sealer } = foundation;
    const make = makeFormat.bind(undefined, blobs, sealer);
    const formats = new DerivedMaker({ ...foundation, make, slots: 2 });
    undone.push(() => formats.stop());
    await formats.start();
    const admin = { email: ADMIN_EMAIL, password: secrets.operatorPassword };
    const app = await startApp({
      ...env,
      MAC_KEYS: macKeys,
      ...cards,
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
    });
    undone.push(() => app.close());
    const control = async (what: string, body: unknown): Promise<void> => {
      const reply = await fetch(`${stripe.url}/_control/${what}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      if (!reply.ok) throw new Error(`the card service answered ${what} with ${reply.status}`);
    };
    await control('endpoint', { url: app.webhook });
    const pool = createPool(postgres.url, { max: 2, name: 'past' });
    undone.push(() => pool.end());
    let noted: string | null = null;
    const positions = positionBook({ get: () => noted, set: (text) => (noted = text) });
    const mailbox = new LocalMailbox(pool);
    const gateway = new StripeGateway(cards);

    /** How far the log is, whether something is due, and when the next thing will be. */
    const look = async (): Promise<{ head: string; due: number; nextMs: number }> => {
      const { rows } = await pool.query<{ head: string; due: string; next: Date | null }>(
        `select (select max(position) from store.events) as head,
                (select count(*) from vault.timers where attempt_at <= $1) + (select count(*) from vault.outbox) as due,
                (select min(attempt_at) from vault.timers where attempt_at > $1) as next`,
        [new Date()],
      );
      const [row] = rows;
      if (!row) throw new Error('a query without a row');
      return { head: row.head, due: Number(row.due), nextMs: row.next?.getTime() ?? Infinity };
    };
    /** Answers when the next thing is due by itself. */
    const rest = async (): Promise<number> => {
      const until = performance.now() + RESTLESS_MS;
      let before = await look();
      for (let still = 0; still < RESTFUL;) {
        if (performance.now() > until) throw new Error(`the past does not come to rest: ${before.due} are due`);
        await wallWait(BREATH_MS);
        const now = await look();
        still = now.head === before.head && now.due === 0 ? still + 1 : 0;
        before = now;
      }
      return before.nextMs;
    };
    return {
      address: app.address,
      call: callsTo(app.address, new AbortController().signal, positions),
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
          const nextMs = await rest();
          const day = dayOf(now);
          clock.leap(Math.max(Math.min(nextMs, instantMs) - now, 0));
          // Periods end and banks answer by a timer of the wall's, which this clock does not reach.
          if (dayOf(clock.now()) > day) await control('tick', {});
        }
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
