import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startChild } from './child-process.ts';
import type { Config } from './config.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { removeEndpoints, writeEndpoints } from './endpoints.ts';
import { startEventStorePart } from './event-store-part.ts';
import { holdDatabase } from './given/database-hold.ts';
import { givenParts, givenServers } from './given/given-servers.ts';
import { busName } from './given/nats-probe.ts';
import { databaseName } from './given/postgres-probe.ts';
import { waitForGiven } from './given/wait-for.ts';
import { freePort } from './free-port.ts';
import { startListening, type Listening } from './listening.ts';
import { rotate } from './log-file.ts';
import { findNatsServer, startNats, type Nats } from './nats.ts';
import { hasPast, layPast, takesPast } from './past.ts';
import { startPostgres, type Postgres } from './postgres.ts';
import { startProviders } from './providers-part.ts';
import { reportedAt } from './providers.ts';
import { ensureSecrets, type Secrets } from './secrets.ts';
import { Supervisor, type Running } from './supervisor.ts';

/** The servers that run in this very process: api and projections as one Nest app. */
export interface App {
  /** Where it listens, as a URL. */
  readonly address: string;
  /** Where it takes what a card service tells. */
  readonly webhook?: string;
  /** Where mails that are not sent are read, with the secret that it asks for; undefined where nobody may. */
  readonly mailbox?: string | undefined;
  /** Accounts of the demo world, for the banner. */
  readonly signIns?: readonly SignIn[];
  /** Finishes or hands back what it holds. */
  close(): Promise<void>;
}

export interface SignIn {
  readonly who: string;
  readonly email: string;
  readonly password: string;
}

export type StartApp = (env: Record<string, string>) => Promise<App>;

/** Sees that log, database and key belong together, before anything uses them. Throws a sentence where they do not. */
export type Settle = (env: Record<string, string>) => Promise<void>;

export interface PlatformOptions {
  readonly config: Config;
  /** What the processes inherit: the providers' keys, PATH and the like. */
  readonly env: NodeJS.ProcessEnv;
  readonly settle: Settle;
  readonly startApp: StartApp;
  /** Compiled programs, run with this process's own Node. */
  /** A data folder to begin with, where one was lived. */
  readonly past?: string;
  readonly programs: {
    readonly eventStore: string;
    readonly imaging: string;
    readonly stripe: string;
    readonly prodigi: string;
    readonly providers: string;
  };
  readonly report: (line: string) => void;
  /** Ends the wait for servers that were given; the promise is then rejected with its reason. */
  readonly signal?: AbortSignal;
}

export interface Platform {
  readonly address: string;
  readonly mailbox: App['mailbox'];
  readonly bus: string;
  /** Parts that are not started here. */
  readonly given: readonly { readonly part: string; readonly name: string }[];
  readonly operator: { readonly email: string; readonly password: string | undefined };
  readonly signIns: readonly SignIn[];
  /**
   * Drains app, imaging, the stand-ins, event store, bus and PostgreSQL in this order, then gives the data directory
   * back.
   */
  stop(): Promise<void>;
  /** Ends everything without waiting. */
  kill(): void;
  /** Starts one part anew, by the name it is reported by. */
  restart(part: string): Promise<void>;
  /** Whether it was started here. */
  has(part: string): boolean;
}

const appStopDeadlineMs = 20_000;
const CARD_SERVICE_PATIENCE_MS = 5_000;
const TELLING_ATTEMPTS = 20;
const TELLING_PAUSE_MS = 250;
/** Of the stand-in print service: an order is printed after a minute, and that takes about another one. */
const PRINT_AFTER_MS = 60_000;
const PRINT_STEP_MS = 10_000;
const PRINT_LOOK_MS = 15_000;

/** Starts everything, or nothing: when a part does not come up, those before it are stopped and the cause is thrown. */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, report } = options;
  const { dataDir } = config;
  const lock = lockDataDir(dataDir, `http://127.0.0.1:${config.port}`);
  const supervisor = new Supervisor({ report });
  const stop = async () => {
    await supervisor.stop();
    removeEndpoints(dataDir);
    lock.release();
  };
  try {
    await refuseTakenPort(config.port);
    await waitForGiven(givenServers(config), { report, signal: options.signal });
    await layPast(takesPast(config) ? options.past : undefined, dataDir);
    const secrets = ensureSecrets(dataDir, config);
    const parts = await startParts(options, supervisor, secrets);
    return {
      ...parts,
      operator: { email: config.adminEmail, password: config.adminPassword ? undefined : secrets.operatorPassword },
      stop,
      restart: (part) => supervisor.restart(part),
      has: (part) => supervisor.has(part),
      kill: () => {
        supervisor.kill();
        removeEndpoints(dataDir);
        lock.release();
      },
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startParts(options: PlatformOptions, supervisor: Supervisor, secrets: Secrets) {
  const { config, report } = options;
  const log = (name: string) => join(config.dataDir, 'logs', `${name}.log`);

  // Independent parts start in parallel.
  const [databaseUrl, bus] = await Promise.all([
    takeDatabase(options, supervisor, log('postgres')),
    startBus(options, supervisor, secrets.natsPassword),
  ]);
  const [eventStoreUrl, stripe, prints] = await Promise.all([
    config.eventStoreUrl ??
      startEventStorePart(supervisor, {
        program: options.programs.eventStore,
        dataDir: config.dataDir,
        env: options.env,
        databaseUrl,
        password: secrets.eventStorePassword,
        log: log('event-store'),
        warn: report,
      }),
    config.usesStripe ? undefined : startCardService(options, supervisor, databaseUrl, secrets),
    config.usesPrintService
      ? undefined
      : startPrintService(options, supervisor, { databaseUrl, key: secrets.prodigiKey }),
  ]);
  const providers = await startProviders(supervisor, {
    providers: config.providers,
    program: options.programs.providers,
    dataDir: config.dataDir,
    env: options.env,
    key: secrets.providersKey,
    webhookSecret: secrets.providersWebhookSecret,
    log: log('providers'),
    warn: report,
  });
  // Providers on this machine are told where the app will be, before it is.
  const port = config.port === 0 && config.providers?.reportLocally ? await freePort() : config.port;
  const { publicUrl } = config;

  const { NATS_URL: _, MAC_KEYS: __, PROVIDERS: ___, ...inherited } = options.env;
  const env: Record<string, string> = {
    ...defined(inherited),
    DATABASE_URL: databaseUrl,
    EVENT_STORE_URL: eventStoreUrl,
    ...(bus.url === undefined ? {} : { NATS_URL: bus.url }),
    BLOB_DIR: join(config.dataDir, 'blobs'),
    MASTER_KEY: secrets.masterKey,
    COOKIE_KEY: secrets.cookieKey,
    LOG_LEVEL: config.logLevel,
    ...providers.env,
  };
  await options.settle(env);
  await supervisor.start({
    name: 'imaging',
    start: () =>
      startChild({
        name: 'imaging',
        program: process.execPath,
        args: [options.programs.imaging],
        answers: true,
        env: { ...env, PUBLIC_URL: reportedAt(config.providers, { publicUrl, port }) ?? '' },
        log: log('imaging'),
        warn: report,
      }),
  });
  const app = await options.startApp({
    ...prints?.defaults,
    ...env,
    ...stripe?.env,
    ...prints?.env,
    MAC_KEYS: secrets.macKeys,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_FILE: log('app'),
    SEED_DEMO: config.seedDemo ? (hasPast(config.dataDir) ? 'lived' : '1') : '0',
    ADMIN_EMAIL: config.adminEmail,
    ADMIN_PASSWORD: config.adminPassword ?? secrets.operatorPassword,
    RATE_LIMIT_SCALE: String(config.rateLimitScale),
    METRICS_TOKEN: config.metricsToken ?? secrets.metricsToken,
    DEV_MAIL_TOKEN: config.devMailToken ?? secrets.devMailToken,
  });
  if (app.webhook !== undefined) await stripe?.deliverTo(app.webhook);
  await supervisor.start({ name: 'app', start: () => Promise.resolve(runningApp(app, report)) });
  writeEndpoints(config.dataDir, {
    databaseUrl,
    eventStoreUrl,
    address: app.address,
    ...(bus.url === undefined ? {} : { natsUrl: bus.url }),
    ...(stripe && { stripeUrl: stripe.url }),
    ...(prints && { printUrl: prints.url }),
    ...(providers.url !== undefined && { providersUrl: providers.url }),
  });
  return {
    address: app.address,
    mailbox: app.mailbox,
    signIns: app.signIns ?? [],
    bus: bus.name,
    given: givenParts(config),
  };
}

/** The address of the database: of one that is started here, or of one that was given and is now ours alone. */
async function takeDatabase({ config, report }: PlatformOptions, supervisor: Supervisor, log: string): Promise<string> {
  const { databaseUrl: given } = config;
  if (given !== undefined) {
    const holder = { address: `http://127.0.0.1:${config.port}`, name: databaseName(given) };
    await supervisor.start({ name: 'hold on the database', start: () => holdDatabase(given, { ...holder, report }) });
    return given;
  }
  const { url } = await supervisor.start<Postgres>({
    name: 'PostgreSQL',
    start: (last) => {
      rotate(log);
      const port = last && { port: last.port };
      return startPostgres({ dataDir: join(config.dataDir, 'postgres'), log, ...port });
    },
  });
  return url;
}

interface CardService {
  readonly url: string;
  /** Settings of the app that lead to it. */
  readonly env: Record<string, string>;
  /** Where events go from now on, also after a restart: the app knows its own port only once it listens. */
  deliverTo(webhookUrl: string): Promise<void>;
}

/** The stand-in Stripe: it keeps its books in the same PostgreSQL, and its port over a restart. */
async function startCardService(
  { env, programs, report, config }: PlatformOptions,
  supervisor: Supervisor,
  databaseUrl: string,
  { stripeSecretKey, stripeWebhookSecret }: Secrets,
): Promise<CardService> {
  let webhookUrl: string | undefined;
  const { port } = await supervisor.start<Listening>({
    name: 'stand-in Stripe',
    start: (last) =>
      startListening({
        name: 'stand-in Stripe',
        program: process.execPath,
        args: [programs.stripe],
        answers: true,
        env: {
          ...env,
          STRIPE_STANDIN_DATABASE_URL: databaseUrl,
          STRIPE_STANDIN_PORT: String(last?.port ?? 0),
          STRIPE_STANDIN_SECRET_KEY: stripeSecretKey,
          STRIPE_STANDIN_WEBHOOK_SECRET: stripeWebhookSecret,
          ...(webhookUrl !== undefined && { STRIPE_STANDIN_WEBHOOK_URL: webhookUrl }),
        },
        log: join(config.dataDir, 'logs', 'stripe.log'),
        warn: report,
      }),
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    env: { STRIPE_API_URL: url, STRIPE_SECRET_KEY: stripeSecretKey, STRIPE_WEBHOOK_SECRET: stripeWebhookSecret },
    async deliverTo(to) {
      webhookUrl = to;
      // The one that runs does not know yet, and may be restarting at this very moment.
      for (let attempt = 1; attempt <= TELLING_ATTEMPTS; attempt++) {
        if (await setEndpoint(url, to)) return;
        await sleep(TELLING_PAUSE_MS);
      }
      report('the stand-in Stripe could not be told where the app is: payments wait');
    },
  };
}

interface PrintService {
  readonly url: string;
  /** Settings of the app that lead to it. */
  readonly env: Record<string, string>;
  /** Defaults of the app's settings with which a parcel is sent within minutes. */
  readonly defaults: Record<string, string>;
}

/** Starts the stand-in print service: it stores its orders in the same PostgreSQL, and keeps its port over restarts. */
async function startPrintService(
  { env, programs, report, config }: PlatformOptions,
  supervisor: Supervisor,
  { databaseUrl, key }: { databaseUrl: string; key: string },
): Promise<PrintService> {
  const { port } = await supervisor.start<Listening>({
    name: 'stand-in print service',
    start: (last) =>
      startListening({
        name: 'stand-in print service',
        program: process.execPath,
        args: [programs.prodigi],
        answers: true,
        env: {
          PRODIGI_STANDIN_STEP_MS: String(PRINT_STEP_MS),
          ...env,
          PRODIGI_STANDIN_DATABASE_URL: databaseUrl,
          PRODIGI_STANDIN_PORT: String(last?.port ?? 0),
          PRODIGI_STANDIN_KEY: key,
        },
        log: join(config.dataDir, 'logs', 'prodigi.log'),
        warn: report,
      }),
  });
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    env: { PRINT_URL: `${url}/v4.0`, PRINT_KEY: key },
    defaults: { PRINT_AFTER_MS: String(PRINT_AFTER_MS), PRINT_LOOK_MS: String(PRINT_LOOK_MS) },
  };
}

async function setEndpoint(stripeUrl: string, webhookUrl: string): Promise<boolean> {
  const reply = await fetch(`${stripeUrl}/_control/endpoint`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ url: webhookUrl }),
    signal: AbortSignal.timeout(CARD_SERVICE_PATIENCE_MS),
  }).catch(() => undefined);
  return reply?.ok === true;
}

async function startBus(
  { config, env, report }: PlatformOptions,
  supervisor: Supervisor,
  password: string,
): Promise<{ name: string; url?: string }> {
  if (config.natsUrl !== undefined) return { name: busName(config.natsUrl), url: config.natsUrl };
  const program = findNatsServer(env);
  if (program === undefined) return { name: 'PostgreSQL (no nats-server on the PATH)' };
  const log = join(config.dataDir, 'logs', 'nats.log');
  const configFile = join(config.dataDir, 'nats.conf');
  try {
    const nats = await supervisor.start<Nats>({
      name: 'nats-server',
      start: (last) => {
        const port = last && { port: last.port };
        const pidFile = join(config.dataDir, 'nats.pid');
        return startNats({ program, configFile, password, pidFile, log, warn: report, ...port });
      },
    });
    return { name: `nats-server on port ${nats.port}, started here`, url: nats.url };
  } catch (error) {
    report(`nats-server did not start: ${String(error)}`);
    return { name: 'PostgreSQL (nats-server did not start)' };
  }
}

/** The app shares our process: it ends with us, so nobody needs to be told of its end. */
function runningApp(app: App, report: (line: string) => void): Running {
  return {
    stop: async () => {
      const late = new AbortController();
      const deadline = sleep(appStopDeadlineMs, 'late' as const, { signal: late.signal }).catch(() => undefined);
      if ((await Promise.race([app.close(), deadline])) === 'late') report('the servers did not drain in time');
      late.abort();
    },
    kill: () => undefined,
    onExit: () => undefined,
  };
}

/** Better known now than after a database was made; the app itself still finds out when somebody is quicker. */
async function refuseTakenPort(port: number): Promise<void> {
  const probe = createServer();
  await new Promise<void>((done, fail) => {
    probe.once('error', (error: NodeJS.ErrnoException) =>
      fail(error.code === 'EADDRINUSE' ? new Error(`PORT ${port} is taken by another program; set another`) : error),
    );
    probe.listen(port, '127.0.0.1', () => probe.close(() => done()));
  });
}

function defined(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));
}
