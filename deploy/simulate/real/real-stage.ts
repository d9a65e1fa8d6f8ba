import { AsyncLocalStorage } from 'node:async_hooks';
import { StoredAllowanceSweeps } from '@easel/api/account/allowance-sweep.tables';
import { Credentials } from '@easel/api/members/credentials.tables';
import { MemberRoll } from '@easel/api/members/member-roll.lookup';
import { StoredReferralMailboxes } from '@easel/api/members/referral-mailboxes.tables';
import { StoredCustomers } from '@easel/api/payments/payments.tables';
import { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { catalogue } from '@easel/contracts/catalogue';
import type { Recorded } from '@easel/contracts/kernel/event';
import { chainedCategories } from '@easel/contracts/streams';
import type { Bus } from '@easel/kernel/bus/bus';
import { createPool, withTransaction, type Pool } from '@easel/kernel/database/database';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { FactCodec } from '@easel/kernel/log/fact-codec';
import { EventStore } from '@easel/kernel/log/event-store';
import { noteMacCutOver } from '@easel/kernel/proof/mac-cut-over';
import { PostgresPersonKeys } from '@easel/kernel/identity/person-keys-postgres';
import { PostgresBook } from '@easel/kernel/following/process-book-postgres';
import { Sealer } from '@easel/kernel/identity/sealing';
import { PostgresSnapshots } from '@easel/kernel/deciding/snapshots-postgres';
import { SnapshotStore } from '@easel/kernel/deciding/snapshots';
import { testMacs } from '@easel/kernel/testing/mac-keys';
import { ProjectorRunner } from '@easel/projections/kernel/projector-runner';
import { readModels } from '@easel/projections/read-models';
import { pino } from 'pino';
import { startEventStore } from '../../stand-ins/event-store/server.ts';
import { PostgresArchive } from '../../stand-ins/stripe/archive/archive-postgres.ts';
import { LibraryClient } from '../../stand-ins/stripe/library-client.ts';
import { emailOf } from '../actions/operators.ts';
import { CARDS_ADDRESS, CardService, SECRET_KEY, WEBHOOK_SECRET } from '../card-service.ts';
import { Chance } from '../chance.ts';
import { BEGINS_MS, MASTER_KEY } from '../installation.ts';
import type { Violation } from '../invariants/evidence.ts';
import { Life } from '../life.ts';
import { PrintService } from '../print-service.ts';
import { productOn } from '../product.ts';
import { follow } from '../following.ts';
import type { Fortune } from '../fortune.ts';
import type { OpenStage, Stage, StepKind } from '../stage.ts';
import { anchor, auditDifferences } from './audit.ts';
import { Connections } from './connections.ts';
import { STORE_SCHEMA, type Databases } from './databases.ts';
import { LeapingClock, wallWait } from './leaping-clock.ts';
import { MortalLog } from './mortal-log.ts';
import { readModelDifferences } from './read-models.ts';
import { RealProcess } from './real-process.ts';
import { STANDBY_MS, stillness } from './stillness.ts';
import { StoredFacts } from './stored-facts.ts';
import { wordsLeft } from './words-left.ts';

const logger = pino({ level: 'silent' });

/** As many as the product's. */
const POOL_SIZE = 8;
const BACKGROUND_POOL_SIZE = 6;
const WORLD_POOL_SIZE = 10;
/** What a turn takes where all is real, about. */
const TURN_MS = 0.1;
const BREATH_MS = 1;

/** Undone from the last to the first, whatever becomes of one. */
type Undo = () => Promise<unknown> | void;

/** PostgreSQL, event store and projectors are real; time, and how things go wrong, are the world's. */
export const openRealStage =
  (databases: Databases): OpenStage =>
  async (seed, tell) => {
    const lives = new AsyncLocalStorage<Life>();
    const world = new Life('world');
    const clock = new LeapingClock(BEGINS_MS, () => lives.getStore() ?? world);
    const undone: Undo[] = [];
    clock.install();
    undone.push(() => clock.restore());
    try {
      const database = await databases.create();
      undone.push(() => database.drop());
      const store = await startEventStore({
        host: '127.0.0.1',
        port: 0,
        postgresUrl: database.url,
        schema: STORE_SCHEMA,
        insecure: true,
        awkward: process.env.EASEL_EVENT_STORE_AWKWARD === '1',
        logger,
      });
      undone.push(() => store.close());
      const eventStoreUrl = `esdb://127.0.0.1:${store.port}?tls=false`;
      const pool = createPool(database.url, { max: WORLD_POOL_SIZE, name: 'simulation' });
      undone.push(() => pool.end());
      const sealer = new Sealer(new PostgresPersonKeys(pool), MASTER_KEY);
      const log = new EventLog(eventStoreUrl, catalogue, sealer);
      undone.push(() => log.close());
      const archive = new PostgresArchive(database.url, logger);
      undone.push(() => archive.close());
      await noteMacCutOver({ log, pool });
      const stored = await StoredFacts.of(log);
      undone.push(() => stored.end());
      const cards = new CardService(archive, logger);
      const parts = { lives, world, clock, databaseUrl: database.url, eventStoreUrl, pool, sealer, log, stored, cards };
      return new RealStage({ ...parts, chance: new Chance(seed), tell, undone });
    } catch (error) {
      await undoAll(undone);
      throw error;
    }
  };

/** Answers what failed. */
async function undoAll(undone: Undo[]): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const undo of undone.splice(0).toReversed()) {
    await Promise.resolve()
      .then(undo)
      .catch((error: unknown) => failures.push(error));
  }
  return failures;
}

interface Parts {
  lives: AsyncLocalStorage<Life>;
  world: Life;
  clock: LeapingClock<Life>;
  databaseUrl: string;
  eventStoreUrl: string;
  pool: Pool;
  sealer: Sealer;
  log: EventLog;
  stored: StoredFacts;
  cards: CardService;
  chance: Chance;
  tell: (line: string) => void;
  undone: Undo[];
}

class RealStage implements Stage {
  chance: Chance;
  steps = 0;
  readonly cards: CardService;
  readonly prints = new PrintService();
  readonly stored: StoredFacts;
  readonly log: EventLog;
  onAppend: Stage['onAppend'] = () => undefined;
  private readonly processes = new Set<RealProcess>();

  constructor(private readonly parts: Parts) {
    this.chance = parts.chance;
    this.cards = parts.cards;
    this.stored = parts.stored;
    this.log = parts.log;
  }

  get current(): Life {
    return this.parts.lives.getStore() ?? this.parts.world;
  }

  step(kind: StepKind, what: string): void {
    this.steps += 1;
    this.parts.tell(`${this.steps} ${kind} ${what}`);
  }

  async readOn(): Promise<void> {
    await this.stored.readOn();
  }

  async readAnew(stored: Recorded): Promise<Recorded> {
    // Without the keys that the others still remember.
    const sealer = new Sealer(new PostgresPersonKeys(this.parts.pool), MASTER_KEY);
    return new FactCodec(catalogue, sealer).decode(stored);
  }

  async addMember(memberId: string): Promise<void> {
    const { pool, sealer } = this.parts;
    const member = { memberId, email: emailOf(memberId), username: memberId, passwordHash: '' };
    await withTransaction(pool, (client) => new Credentials(pool, sealer).reserve(client, member));
  }

  begin(life: Life, fortune: Fortune): RealProcess {
    const { lives } = this.parts;
    return lives.run(life, () => this.beginIn(life, fortune));
  }

  async forgetProgress(): Promise<void> {
    const { pool } = this.parts;
    const { rows } = await pool.query<{ name: string; position: string }>(
      'select name, position from vault.checkpoints order by name',
    );
    const found = this.chance.maybe(rows);
    if (!found) return;
    const { name } = found;
    const position = BigInt(found.position);
    const to = this.chance.maybe(this.stored.events.filter((event) => event.position < position))?.position ?? -1n;
    await pool.query('update vault.checkpoints set position = $2 where name = $1', [name, to]);
    this.step('crash', `${name} goes back from ${position} to ${to}`);
  }

  async linger(turns: number): Promise<void> {
    await wallWait(turns * TURN_MS);
  }

  async settle(calls: () => number): Promise<void> {
    const { clock, world } = this.parts;
    for (;;) {
      const next = clock.nextMs((owner) => owner === world);
      if (calls() > 0) {
        // Whoever calls waits, and nothing that was asked for goes on meanwhile.
        if (next !== undefined && !this.isBusy) this.tick(Math.max(next - clock.now(), 0));
        else await wallWait(BREATH_MS);
        continue;
      }
      const head = await this.stored.readOn();
      const found = await stillness([...this.processes], this.stored);
      if (found === 'still' && calls() === 0 && !this.isBusy && (await this.stored.readOn()) === head) return;
      if (found === 'standby' && !this.isBusy) this.tick(STANDBY_MS);
      await wallWait(BREATH_MS);
    }
  }

  tick(ms: number): void {
    this.parts.clock.leap(ms);
  }

  /** Only while nobody is in the middle of anything: what is on the wires has deadlines by the same clock. */
  async leap(ms: number): Promise<void> {
    while (this.isBusy) await wallWait(BREATH_MS);
    this.tick(ms);
  }

  async nextTimerMs(): Promise<number | undefined> {
    const { rows } = await this.parts.pool.query<{ next: Date | null }>(
      'select min(attempt_at) as next from vault.timers',
    );
    return rows[0]?.next?.getTime();
  }

  async waiting(): Promise<string[]> {
    const { rows } = await this.parts.pool.query<{ what: string }>(
      `select process || ' ' || key as what from vault.timers order by 1`,
    );
    return rows.map(({ what }) => what);
  }

  async differences(erased: ReadonlySet<string>): Promise<Violation[]> {
    const { log, pool, stored, sealer } = this.parts;
    const audited = { log, pool, sealer, gateway: this.gatewayOf(this.parts.world), logger };
    await anchor(audited);
    const ofReadModels = await readModelDifferences({ log, pool, stored, logger });
    const left = await wordsLeft(pool, erased);
    return [...ofReadModels, ...left, ...(await auditDifferences(audited))];
  }

  end(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<readonly unknown[]> {
    for (const process of this.processes) process.kill();
    return undoAll(this.parts.undone);
  }

  private get isBusy(): boolean {
    return [...this.processes].some(({ busy }) => busy > 0);
  }

  private beginIn(life: Life, fortune: Fortune): RealProcess {
    const { lives, databaseUrl, eventStoreUrl } = this.parts;
    const connections = new Connections(databaseUrl);
    const pool = connections.pool('simulated', POOL_SIZE);
    const backgroundPool = connections.pool('simulated background', BACKGROUND_POOL_SIZE);
    const sealer = new Sealer(new PostgresPersonKeys(pool), MASTER_KEY);
    const store = new MortalLog(new EventStore(eventStoreUrl), {
      life,
      losesAnswer: () => fortune.goesWrong('appendUnknown'),
      appended: (stream, type, data) => this.onAppend(stream, type, data),
    });
    this.parts.undone.push(() => store.close());
    const log = new EventLog(store, catalogue, sealer);
    const snapshots = new SnapshotStore(new PostgresSnapshots(pool), (error) => {
      if (!life.isOver) fortune.failures.push(error);
    });
    const runner = new DeciderRunner({ log, snapshots, logger, chained: chainedCategories, macs: testMacs });
    const book = new PostgresBook(backgroundPool);
    const product = productOn({
      log,
      runner,
      sealer,
      // Only saves a worker the rest of its work.
      bus: { publish: () => Promise.resolve() } as unknown as Bus,
      customers: new StoredCustomers(pool),
      mailboxes: new StoredReferralMailboxes(pool, sealer),
      sweeps: new StoredAllowanceSweeps(backgroundPool),
      roll: new MemberRoll(backgroundPool, sealer),
      strike: (memberId) => withTransaction(pool, (client) => new Credentials(pool, sealer).remove(client, memberId)),
      locks: book.locks,
      gateway: this.gatewayOf(life),
      prints: this.prints.gateway((work) => whileAlive(life, work), fortune),
      logger,
    });
    const process: RealProcess = new RealProcess({
      life,
      lives,
      product,
      performs: (what) => this.step('timer', `${what} in ${life.name}`),
      follow: (commands, signal) => {
        for (const model of readModels) {
          void new ProjectorRunner({ model, log, pool: backgroundPool, logger }).run(signal);
        }
        return follow({ log, book, logger, signal, commands });
      },
      disconnect: () => {
        this.processes.delete(process);
        connections.cut();
      },
    });
    this.processes.add(process);
    return process;
  }

  private gatewayOf(life: Life): StripeGateway {
    const httpClient = new LibraryClient((request) => whileAlive(life, () => this.cards.answer(request)));
    return new StripeGateway({
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: CARDS_ADDRESS,
      httpClient,
    });
  }
}

/** Who has died meanwhile never has the answer. */
async function whileAlive<T>(life: Life, work: () => T | Promise<T>): Promise<T> {
  const answer = await work();
  return life.isOver ? new Promise<never>(() => undefined) : answer;
}
