import { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { MemoryAllowanceSweeps } from '@easel/api/testing/twins/memory-allowance-sweeps';
import { MemoryCustomers } from '@easel/api/testing/twins/memory-customers';
import { MemoryMemberRoll } from '@easel/api/testing/twins/memory-member-roll';
import { MemoryReferralMailboxes } from '@easel/api/testing/twins/memory-referral-mailboxes';
import { catalogue } from '@easel/contracts/catalogue';
import { ERASED } from '@easel/contracts/kernel/event';
import { chainedCategories } from '@easel/contracts/streams';
import type { Bus } from '@easel/kernel/bus/bus';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { Sealer, type FieldSealer, type PersonKeys } from '@easel/kernel/identity/sealing';
import { SnapshotStore } from '@easel/kernel/deciding/snapshots';
import { testMacs } from '@easel/kernel/testing/mac-keys';
import { MemoryBook } from '@easel/kernel/testing/twins/memory-book';
import { MemoryDatabase } from '@easel/kernel/testing/twins/memory-database';
import { MemoryEventStore } from '@easel/kernel/testing/twins/memory-event-store';
import { MemoryPersonKeys } from '@easel/kernel/testing/twins/memory-person-keys';
import { MemorySnapshots } from '@easel/kernel/testing/twins/memory-snapshots';
import type { Turn } from '@easel/kernel/testing/twins/turn';
import type { Clock } from '@sinonjs/fake-timers';
import { pino } from 'pino';
import { MemoryArchive } from '../stand-ins/stripe/archive/archive-memory.ts';
import { LibraryClient } from '../stand-ins/stripe/library-client.ts';
import { CARDS_ADDRESS, CardService, SECRET_KEY, WEBHOOK_SECRET } from './card-service.ts';
import { Chance, mixed } from './chance.ts';
import { BEGINS_MS, MASTER_KEY } from './installation.ts';
import type { Recorded } from '@easel/contracts/kernel/event';
import { Life } from './life.ts';
import { forbidRealIo } from './no-real-io.ts';
import { PrintService } from './print-service.ts';
import { Process } from './process.ts';
import { productOn } from './product.ts';
import { replaceClockAndChance } from './replaced.ts';
import { Scheduler } from './scheduler.ts';
import type { Fortune } from './fortune.ts';
import type { OpenStage, Stage } from './stage.ts';

const logger = pino({ level: 'silent' });

/** Texts stand as they are, until their person's key is destroyed. */
const openUntilErased = (keys: PersonKeys): FieldSealer => {
  const read: FieldSealer['open'] = async (person, _place, text) =>
    (await keys.find([person])).get(person) === null ? ERASED : text;
  return { seal: read, open: read, openNow: () => undefined };
};

/** Nothing real is on it, and the same seed makes it go the same way, to the byte. */
export const openMemoryStage: OpenStage = (seed, tell) => {
  const scheduler = new Scheduler(new Life('world'), tell, new Chance(seed));
  const io = forbidRealIo();
  const { clock, restore } = replaceClockAndChance(scheduler, new Chance(mixed(seed, 1)), new Date(BEGINS_MS));
  const close = () => {
    restore();
    io.restore();
    return io.broken === undefined ? [] : [io.broken];
  };
  return Promise.resolve(new MemoryStage(scheduler, clock, close));
};

class MemoryStage implements Stage {
  readonly cards = new CardService(new MemoryArchive(), logger);
  readonly prints = new PrintService();
  readonly stored = new MemoryEventStore();
  onAppend: Stage['onAppend'] = () => undefined;
  readonly log: EventLog;
  private readonly database = new MemoryDatabase();
  private readonly fieldSealer = openUntilErased(new MemoryPersonKeys(this.database.connect()));
  private readonly roll = new MemoryMemberRoll(this.database.connect());

  constructor(
    private readonly scheduler: Scheduler,
    private readonly clock: Clock,
    private readonly leave: () => readonly unknown[],
  ) {
    // Reads without waiting for anybody's turn.
    this.log = new EventLog(this.stored.connect(), catalogue, this.fieldSealer);
    this.tellAppends();
  }

  get chance(): Chance {
    return this.scheduler.chance;
  }

  set chance(chance: Chance) {
    this.scheduler.chance = chance;
  }

  get steps(): number {
    return this.scheduler.steps;
  }

  get current(): Life {
    return this.scheduler.current;
  }

  step(...step: Parameters<Stage['step']>): void {
    this.scheduler.step(...step);
  }

  async readAnew(stored: Recorded): Promise<Recorded> {
    return this.log.decode(stored);
  }

  readOn(): Promise<void> {
    return Promise.resolve();
  }

  addMember(memberId: string): Promise<void> {
    return this.roll.add(memberId);
  }

  begin(life: Life, fortune: Fortune): Process {
    const turn: Turn = async (moment, what) => {
      await this.scheduler.turn(life);
      if (what.startsWith('append ') && fortune.goesWrong('appendUnknown')) throw new Error(`${moment}, and no answer`);
    };
    const pool = this.database.connect(turn);
    const log = new EventLog(this.stored.connect(turn), catalogue, this.fieldSealer);
    const snapshots = new SnapshotStore(new MemorySnapshots(pool), (error) => fortune.failures.push(error));
    const runner = new DeciderRunner({ log, snapshots, logger, chained: chainedCategories, macs: testMacs });
    const book = new MemoryBook(pool);
    const roll = new MemoryMemberRoll(pool);
    const product = productOn({
      log,
      runner,
      sealer: new Sealer(new MemoryPersonKeys(pool), MASTER_KEY),
      // Only saves a worker the rest of its work.
      bus: { publish: () => Promise.resolve() } as unknown as Bus,
      customers: new MemoryCustomers(pool),
      mailboxes: new MemoryReferralMailboxes(pool),
      sweeps: new MemoryAllowanceSweeps(pool),
      roll,
      strike: (memberId) => roll.strike(memberId),
      locks: book.locks,
      gateway: this.gatewayOf(life),
      prints: this.prints.gateway((work) => this.inTurn(life, work), fortune),
      logger,
    });
    const process = new Process(life, product, this.scheduler, () => pool.disconnect());
    process.follow({ log, book, logger });
    return process;
  }

  forgetProgress(): Promise<void> {
    const checkpoints = this.database.table('checkpoints');
    const name = this.chance.maybe([...checkpoints.keys()]);
    if (name !== undefined) {
      const { position } = checkpoints.get(name) as { position: bigint };
      const earlier = this.stored.events.filter((event) => event.position < position);
      const to = this.chance.maybe(earlier)?.position ?? -1n;
      checkpoints.set(name, Object.freeze({ position: to }));
      this.step('crash', `${name} goes back from ${position} to ${to}`);
    }
    return Promise.resolve();
  }

  async linger(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) if (!(await this.scheduler.advance())) return;
  }

  async settle(calls: () => number): Promise<void> {
    for (;;) {
      if (await this.scheduler.advance()) continue;
      if (calls() === 0) return;
      this.clock.next();
    }
  }

  tick(ms: number): void {
    this.clock.tick(ms);
  }

  leap(ms: number): Promise<void> {
    this.clock.jump(ms);
    return Promise.resolve();
  }

  nextTimerMs(): Promise<number | undefined> {
    const due = this.timers().map(({ row }) => row.attemptAt.getTime());
    return Promise.resolve(due.length === 0 ? undefined : Math.min(...due));
  }

  waiting(): Promise<string[]> {
    return Promise.resolve(this.timers().map(({ name, key }) => `${name} ${key}`));
  }

  /** Here nothing stands beside the log that the invariants do not look at. */
  differences(): Promise<[]> {
    return Promise.resolve([]);
  }

  async end(): Promise<void> {
    while (await this.scheduler.advance());
  }

  close(): Promise<readonly unknown[]> {
    return Promise.resolve(this.leave());
  }

  private tellAppends(): void {
    const { stored } = this;
    const append = stored.append.bind(stored);
    stored.append = (stream, expected, facts) => {
      const before = stored.events.length;
      const appended = append(stream, expected, facts);
      for (const { type, data } of stored.events.slice(before)) this.onAppend(stream, type, data);
      return appended;
    };
  }

  private timers(): { name: string; key: string; row: { attemptAt: Date } }[] {
    return [...this.database.tables].flatMap(([name, rows]) =>
      name.startsWith('timers ') ? [...rows].map(([key, row]) => ({ name, key, row: row as { attemptAt: Date } })) : [],
    );
  }

  /** On its way there and back, others may go on. */
  private async inTurn<T>(life: Life, work: () => T | Promise<T>): Promise<T> {
    await this.scheduler.turn(life);
    const answer = await work();
    await this.scheduler.turn(life);
    return answer;
  }

  private gatewayOf(life: Life): StripeGateway {
    const httpClient = new LibraryClient((request) => this.inTurn(life, () => this.cards.answer(request)));
    return new StripeGateway({
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: CARDS_ADDRESS,
      httpClient,
    });
  }
}
