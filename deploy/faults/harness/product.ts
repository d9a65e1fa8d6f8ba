import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { healthHttp } from '@easel/contracts/kernel/health.http';
import { MAILBOX_COOKIE } from '@easel/contracts/mail/http';
import { otherStoreCommand } from '@easel/kernel/testing/store-process';
import { type Endpoints, readEndpoints } from '../../local/endpoints.ts';
import { processStart, signal } from '../../local/process-table.ts';
import { endOrphans, MARK, markOf, partOf, partsOf, postgresOf, processesOf, signalAll } from './processes.ts';
import { StoreBeside } from './store-beside.ts';
import { until } from './until.ts';

/** This module runs from its sources in tests, and built, a folder deeper, in benchmarks. */
const root = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../../' : '../../../../', import.meta.url));
const program = 'deploy/dist/local/main.js';

export const operator = { email: 'faults@example.org', password: 'a password of the faults' };

const READY_DEADLINE_MS = 120_000;
const STOP_DEADLINE_MS = 45_000;
const KEPT_OUTPUT = 64 * 1024;

export interface StartOptions {
  readonly env?: NodeJS.ProcessEnv;
  /** `name` or `name#n`, as the kernel's fault points are told. */
  readonly faultPoint?: string;
  /** Whichever process creates it dies at the fault point; without it every one that passes does. */
  readonly onceFile?: string;
  /** A main process that dies unasked is started again, as its keeper would. */
  readonly restarts?: boolean;
  /** Where the built product stands that is started; this one where nothing else is said. */
  readonly checkout?: string;
}

/** The product's parts by what their command lines say. */
const parts = {
  eventStore: 'event-store/main.js',
  imaging: 'imaging/dist/main.js',
  cardService: 'stripe/main.js',
  printService: 'prodigi/main.js',
  providers: 'providers/main.js',
  nats: 'nats-server ',
} as const;

/** One installation of the built product, in a data directory of its own, always at the same address. */
export class Product {
  readonly address: string;
  /** Deaths of the main process that nobody asked for. */
  deaths = 0;

  private readonly id = markOf(process.pid);
  private child: ChildProcess | undefined;
  private options: StartOptions = {};
  private said = '';
  /**
   * Where the suite runs on another server than the product's own; it lives as long as its host, not as the product.
   */
  private readonly beside: StoreBeside | undefined;

  constructor(
    readonly dataDir: string,
    private readonly port: number,
  ) {
    this.address = `http://127.0.0.1:${port}`;
    const command = otherStoreCommand(process.env);
    this.beside = command && new StoreBeside(command, dataDir, this.mark);
  }

  /** Resolves once it is ready. */
  async start(options: StartOptions = {}): Promise<void> {
    if (this.child) throw new Error('it runs already');
    this.options = options;
    await this.beside?.start();
    this.spawn();
    await this.ready();
  }

  /** What its main process told, the end of it. */
  get output(): string {
    return this.said;
  }

  /** For the environment of a process that belongs to it: it ends with the product's others. */
  get mark(): NodeJS.ProcessEnv {
    return { [MARK]: this.id };
  }

  get pid(): number {
    const pid = this.child?.pid;
    if (pid === undefined) throw new Error('it does not run');
    return pid;
  }

  /** Resolves when GET /health/ready answers 200. */
  async ready(): Promise<void> {
    await until(
      async () => {
        if (!this.child) throw new Error('its main process ended');
        return (await this.readiness()).ready && existsSync(join(this.dataDir, 'endpoints.json'));
      },
      { deadlineMs: READY_DEADLINE_MS, why: () => `(readiness)\n${this.said}` },
    );
  }

  async readiness(): Promise<{ status: number; ready: boolean; checks: Record<string, string> }> {
    const reply = await fetch(`${this.address}/health/ready`, { signal: AbortSignal.timeout(5_000) });
    const { checks = {} } = (await reply.json()) as { checks?: Record<string, string> };
    return { status: reply.status, ready: reply.status === 200, checks };
  }

  endpoints(): Endpoints {
    return readEndpoints(this.dataDir);
  }

  /** One of those that were made at the first start. */
  secret(name: string): string {
    const secrets = JSON.parse(readFileSync(join(this.dataDir, 'secrets.json'), 'utf8')) as Record<string, unknown>;
    const value = secrets[name];
    if (typeof value !== 'string') throw new Error(`there is no secret ${name}`);
    return value;
  }

  /** What opens its mailbox. */
  get mailboxKey(): { headers: Record<string, string> } {
    return { headers: { cookie: `${MAILBOX_COOKIE}=${this.secret('devMailToken')}` } };
  }

  /** Its figures, as Prometheus reads them. */
  async metrics(): Promise<string> {
    const headers = { authorization: `Bearer ${this.secret('metricsToken')}` };
    const reply = await fetch(this.address + healthHttp.metrics.path, { headers });
    if (!reply.ok) throw new Error(`the figures answered ${reply.status}`);
    return reply.text();
  }

  partPid(part: keyof typeof parts): number {
    if (part === 'eventStore' && this.beside) return this.beside.pid;
    return partOf(this.id, this.dataDir, parts[part]);
  }

  partPids(part: keyof typeof parts): number[] {
    return partsOf(this.id, this.dataDir, parts[part]);
  }

  processes(): number[] {
    return processesOf(this.id, this.dataDir);
  }

  postgres(): number[] {
    return postgresOf(this.dataDir);
  }

  /**
   * Kill -9 of the group that was started. What lives in sessions of its own learns of it by its closed input, or not
   * at all.
   */
  async killGroup(): Promise<void> {
    const { child } = this;
    if (!child) return;
    await this.ended(child, () => signal(-child.pid!, 'SIGKILL'));
  }

  /** Kill -9 of the main process alone: for its keeper, a death that nobody asked for. */
  strike(): void {
    signal(this.pid, 'SIGKILL');
  }

  /** Kill -9 of every process at once, PostgreSQL and its backends included. */
  async killEverything(): Promise<void> {
    const { child } = this;
    this.beside?.letGo();
    const strike = (): void => signalAll(this.processes(), 'SIGKILL');
    if (child) await this.ended(child, strike);
    await until(() => {
      strike(); // what was being started at that moment
      return this.processes().length === 0;
    });
  }

  /** SIGTERM; gives the exit code and how long it took. */
  async stop(): Promise<{ code: number | null; ms: number }> {
    const { child } = this;
    if (!child) throw new Error('it does not run');
    const begun = performance.now();
    await this.ended(child, () => signal(child.pid!, 'SIGTERM'));
    return { code: child.exitCode, ms: performance.now() - begun };
  }

  /** Ends what is left of it and takes its data away. */
  async remove(): Promise<void> {
    await this.killEverything();
    running.delete(this);
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** An end that was asked for: nothing starts it again. */
  private async ended(child: ChildProcess, strike: () => void): Promise<void> {
    this.child = undefined;
    strike();
    await until(() => child.exitCode !== null || child.signalCode !== null, {
      deadlineMs: STOP_DEADLINE_MS,
      why: () => `(its end)\n${this.said}`,
    });
  }

  private spawn(): void {
    const { env = {}, faultPoint, onceFile, restarts = false, checkout = root } = this.options;
    rmSync(join(this.dataDir, 'endpoints.json'), { force: true }); // of a run that was killed
    const child = spawn(process.execPath, [join(checkout, program)], {
      cwd: checkout,
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: join(checkout, 'node_modules/.cache/easel/code'),
        ...this.mark,
        DATA_DIR: this.dataDir,
        PORT: String(this.port),
        SEED_DEMO: '0',
        RATE_LIMIT_SCALE: '1000',
        ADMIN_EMAIL: operator.email,
        ADMIN_PASSWORD: operator.password,
        LOG_LEVEL: 'info',
        ...(faultPoint !== undefined && { EASEL_FAULT_POINT: faultPoint }),
        ...(onceFile !== undefined && { EASEL_FAULT_ONCE_FILE: onceFile }),
        ...(this.beside && { EVENT_STORE_URL: this.beside.connectionString }),
        ...env,
      },
    });
    this.child = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => (this.said = (this.said + text).slice(-KEPT_OUTPUT)));
    }
    child.once('exit', () => {
      if (this.child !== child) return;
      this.deaths += 1;
      this.child = undefined;
      if (restarts) this.spawn();
    });
  }
}

const running = new Set<Product>();
process.once('exit', () => {
  for (const product of running) signalAll(product.processes(), 'SIGKILL');
});

/** What test processes that were killed have left; the name tells whose it was. */
function removeOrphanedData(): void {
  for (const name of readdirSync(tmpdir())) {
    const owner = /^easel-faults-(\d+)-/.exec(name)?.[1];
    if (owner !== undefined && processStart(Number(owner)) === undefined) {
      rmSync(join(tmpdir(), name), { recursive: true, force: true });
    }
  }
}

/**
 * A port that is free, and none that the system gives to a connection meanwhile: a product that was killed comes back
 * at the address it had.
 */
async function steadyPort(): Promise<number> {
  for (;;) {
    const probe = createServer();
    const listening = once(probe, 'listening').catch(() => undefined);
    probe.listen(randomInt(20_000, 32_000), '127.0.0.1');
    await listening;
    const address = probe.address();
    probe.close();
    if (address && typeof address === 'object') return address.port;
  }
}

/** A product in a fresh data directory, or in one that is given, ready to be called. */
export async function startProduct(options: StartOptions & { dataDir?: string } = {}): Promise<Product> {
  endOrphans();
  removeOrphanedData();
  const { dataDir = mkdtempSync(join(tmpdir(), `easel-faults-${process.pid}-`)), ...start } = options;
  const product = new Product(dataDir, await steadyPort());
  running.add(product);
  await product.start(start);
  return product;
}
