import { StripeGateway } from '@easel/api/payments/stripe.gateway';
import { MemoryAllowanceSweeps } from '@easel/api/testing/twins/memory-allowance-sweeps';
import { MemoryCustomers } from '@easel/api/testing/twins/memory-customers';
import { MemoryMemberRoll } from '@easel/api/testing/twins/memory-member-roll';
import { MemoryReferralMailboxes } from '@easel/api/testing/twins/memory-referral-mailboxes';
import { catalogue } from '@easel/contracts/catalogue';
import { utcMonth } from '@easel/contracts/account/policy';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { EventLog } from '@easel/kernel/event-log';
import { Sealer, type FieldSealer } from '@easel/kernel/sealing';
import { SnapshotStore } from '@easel/kernel/snapshots';
import { testMacs } from '@easel/kernel/testing/mac-keys';
import { MemoryBook } from '@easel/kernel/testing/twins/memory-book';
import { MemoryDatabase } from '@easel/kernel/testing/twins/memory-database';
import { MemoryPersonKeys } from '@easel/kernel/testing/twins/memory-person-keys';
import { MemorySnapshots } from '@easel/kernel/testing/twins/memory-snapshots';
import { MemoryEventStore } from '@easel/kernel/testing/twins/memory-event-store';
import type { Turn } from '@easel/kernel/testing/twins/turn';
import type { Bus } from '@easel/kernel/bus';
import type { Clock } from '@sinonjs/fake-timers';
import { pino } from 'pino';
import { LibraryClient } from '../local/stripe/library-client.ts';
import { answerOf, type Answer } from './answer.ts';
import { CARDS_ADDRESS, CardService, SECRET_KEY, WEBHOOK_SECRET } from './card-service.ts';
import type { Chance } from './chance.ts';
import { Life } from './life.ts';
import { Process } from './process.ts';
import { productOn, type Product } from './product.ts';
import type { Scheduler } from './scheduler.ts';

/** How often the world misbehaves: once in so many; 0 is never. */
export interface Manners {
  appendUnknown: number;
  crashAtFaultPoint: number;
  webhookLost: number;
  webhookDoubled: number;
  answerLost: number;
}

export const ROUGH: Manners = {
  appendUnknown: 60,
  crashAtFaultPoint: 150,
  webhookLost: 8,
  webhookDoubled: 3,
  answerLost: 12,
};
const GENTLE: Manners = {
  appendUnknown: 0,
  crashAtFaultPoint: 0,
  webhookLost: 0,
  webhookDoubled: 0,
  answerLost: 0,
};

const MASTER_KEY = '5eed'.repeat(16);
const CHAINED = ['account', 'earnings'];
const TRIES = 4;
const LONGEST_PAUSE_MS = 90_000;
/** Beyond every pause between two attempts at anything. */
const HORIZON_MS = 20 * 60_000;
const MOST_ROUNDS = 400;

const logger = pino({ level: 'silent' });

/** Nothing personal is at stake here: texts stand as they are. */
const open: FieldSealer = {
  seal: (_person, _place, text) => Promise.resolve(text),
  open: (_person, _place, text) => Promise.resolve(text),
  openNow: (_person, _place, text) => text,
};

/** Everything that outlives a process, the processes themselves, and time. */
export class World {
  readonly store = new MemoryEventStore();
  readonly database = new MemoryDatabase();
  readonly cards = new CardService(logger);
  /** Reads without waiting for anybody's turn. */
  readonly log = new EventLog(this.store.connect(), catalogue, open);
  manners = GENTLE;
  /** Ids of refunds and disputes of which the product has been told. */
  readonly heard = new Set<string>();
  /** What no part of the product says may happen. */
  readonly failures: unknown[] = [];
  /** Everybody who has registered; whoever registers says so here. */
  readonly roll = new MemoryMemberRoll(this.database.connect());
  private readonly processes: Process[] = [];
  private calls = 0;
  /** The month that was opened everywhere last. */
  private swept = '';
  private lives = 0;

  constructor(
    readonly scheduler: Scheduler,
    readonly clock: Clock,
    /** How many processes serve at the same time. */
    private readonly width: number,
  ) {
    for (let n = 0; n < width; n += 1) this.begin();
  }

  /** Tells of every fact as it is stored. */
  onAppend(tell: (stream: string, type: string, data: unknown) => void): void {
    const { store } = this;
    const append = store.append.bind(store);
    store.append = (stream, expected, facts) => {
      const before = store.events.length;
      const appended = append(stream, expected, facts);
      for (const { type, data } of store.events.slice(before)) tell(stream, type, data);
      return appended;
    };
  }

  get chance(): Chance {
    return this.scheduler.chance;
  }

  /** Whether it goes wrong this time. */
  goesWrong(what: keyof Manners): boolean {
    return this.manners[what] > 0 && this.chance.onceIn(this.manners[what]);
  }

  /** What a fault point does to whoever passes it. */
  passFaultPoint(name: string): void {
    const { current } = this.scheduler;
    const process = this.processes.find(({ life }) => life === current);
    if (!process || !this.goesWrong('crashAtFaultPoint')) return;
    this.scheduler.step('crash', `${current.name} at ${name}`);
    this.crash(process);
    throw new Dead(name);
  }

  /** Kills one process, and begins another in its place. */
  crashOne(): void {
    const process = this.chance.pick(this.processes);
    this.scheduler.step('crash', process.life.name);
    this.crash(process);
  }

  /** Puts one subscription back to where it was before, as a restored backup does: what it tells comes once more. */
  forgetProgress(): void {
    const checkpoints = this.database.table('checkpoints');
    const name = this.chance.maybe([...checkpoints.keys()]);
    if (name === undefined) return;
    const { position } = checkpoints.get(name) as { position: bigint };
    const earlier = this.store.events.filter((event) => event.position < position);
    const to = this.chance.maybe(earlier)?.position ?? -1n;
    checkpoints.set(name, Object.freeze({ position: to }));
    this.scheduler.step('crash', `${name} goes back from ${position} to ${to}`);
  }

  /** Calls the product until it is answered, or for some tries: a repeat is the same call, by its key. */
  async call<T>(
    caller: { kind: 'member' | 'operator'; id: string },
    what: string,
    work: (product: Product, context: CommandContext) => Promise<T>,
  ): Promise<Answer<T>> {
    const key = `${caller.kind}:${caller.id} ${what} ${crypto.randomUUID()}`;
    const context = { key, actor: caller, correlationId: key };
    this.calls += 1;
    try {
      for (let tried = 1; ; tried += 1) {
        this.scheduler.step('call', key);
        const answer = await this.attempt(what, (product) => work(product, context));
        if (answer.kind !== 'unknown' || tried === TRIES) return answer;
        // Who tries again at once finds it under way still; who waits finds it done.
        if (this.chance.onceIn(2)) await pause(this.chance.int(1, LONGEST_PAUSE_MS));
      }
    } finally {
      this.calls -= 1;
    }
  }

  private async attempt<T>(what: string, work: (product: Product) => Promise<T>): Promise<Answer<T>> {
    try {
      const value = await this.chance.pick(this.processes).ask(work);
      return this.goesWrong('answerLost') ? { kind: 'unknown' } : { kind: 'done', value };
    } catch (error) {
      try {
        return answerOf(error, what);
      } catch (unexpected) {
        this.failures.push(unexpected);
        return { kind: 'unknown' };
      }
    }
  }

  /** Begins something that calls: time passes for it, and `settle` waits for its end. */
  begins(work: () => Promise<void>): Promise<void> {
    this.calls += 1;
    return work().finally(() => (this.calls -= 1));
  }

  /** Brings what is due to be delivered, each on its way at the same time; what is not taken comes again. */
  async deliverDue(): Promise<number> {
    const due = await this.cards.dueDeliveries();
    for (const delivery of due) {
      // It is on its way: nobody sends it meanwhile.
      await this.cards.note(delivery, true);
      void this.begins(() => this.deliver(delivery));
    }
    return due.length;
  }

  private async deliver(delivery: Parameters<CardService['signed']>[0]): Promise<void> {
    this.scheduler.step('delivery', `${delivery.type} ${delivery.event}`);
    if (delivery.attempts === 0 && this.goesWrong('webhookDoubled')) await this.cards.copy(delivery);
    const isLost = this.goesWrong('webhookLost');
    const answer = isLost
      ? undefined
      : await this.attempt(delivery.type, ({ webhook, gateway }) =>
          webhook.take(gateway.believe(delivery.body, this.cards.signed(delivery))),
        );
    const isTaken = answer?.kind === 'done';
    if (isTaken) this.heard.add(aboutWhom(delivery.body));
    await this.cards.note(delivery, isTaken);
  }

  /** Lets everybody go on for so many turns, or until nobody can without time passing. */
  async linger(turns: number): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) if (!(await this.scheduler.advance())) return;
  }

  /** Lets everybody go on until all calls are answered and nobody waits for a turn; time passes only where it must. */
  async settle(): Promise<void> {
    for (;;) {
      if (await this.scheduler.advance()) continue;
      if (this.calls === 0) return;
      this.clock.next();
    }
  }

  /** Lets time pass in leaps to whatever is due next, and what is due happen. */
  async pass(ms: number): Promise<void> {
    const until = Date.now() + ms;
    for (;;) {
      const due = (await this.nextDueMs()) ?? until;
      const leap = Math.max(Math.min(due, until) - Date.now(), 0);
      this.clock.jump(leap);
      await this.cards.tick();
      await this.deliverDue();
      await this.sweepMonth();
      await this.settle();
      if (Date.now() >= until) return;
      if (leap === 0) this.clock.tick(1_000);
    }
  }

  /** Opens a month that has come, as housekeeping does. */
  private async sweepMonth(): Promise<void> {
    // Held back, as by housekeeping, until the month has surely begun by every clock.
    const month = utcMonth(new Date(Date.now() - 2 * 3_600_000));
    if (month === this.swept) return;
    this.swept = month;
    void this.begins(async () => {
      const signal = new AbortController().signal;
      const answer = await this.attempt('sweep', ({ sweep }) => sweep.sweep(signal));
      if (answer.kind !== 'done') this.swept = '';
    });
    await this.settle();
  }

  /** The world behaves until all is told, delivered and done. */
  async becomeQuiet(): Promise<void> {
    const { manners } = this;
    this.manners = GENTLE;
    for (let round = 0; ; round += 1) {
      if (round === MOST_ROUNDS) {
        // An event that is never taken comes again for ever, and is told of as that.
        const isTold = (await this.cards.untaken()).length > 0;
        if (!isTold) this.failures.push(new Error(`it does not become quiet: ${await this.restless()}`));
        break;
      }
      await this.cards.tick();
      const delivered = await this.deliverDue();
      await this.settle();
      const restMs = ((await this.nextDueMs()) ?? Infinity) - Date.now();
      if (delivered === 0 && restMs > HORIZON_MS) break;
      this.clock.jump(restMs > HORIZON_MS ? 1 : Math.max(restMs, 1));
    }
    this.manners = manners;
  }

  /** When something of the card service's, or of a process's, is due by itself. */
  private async nextDueMs(): Promise<number | undefined> {
    const due = [(await this.cards.nextDueMs()) ?? Infinity];
    for (const [name, rows] of this.database.tables) {
      if (!name.startsWith('timers ')) continue;
      for (const row of rows.values()) due.push((row as { attemptAt: Date }).attemptAt.getTime());
    }
    const next = Math.min(...due);
    return next === Infinity ? undefined : next;
  }

  private async restless(): Promise<string> {
    const timers = [...this.database.tables].flatMap(([name, rows]) =>
      name.startsWith('timers ') ? [...rows.keys()].map((key) => `${name} ${key}`) : [],
    );
    const deliveries = (await this.cards.dueDeliveries()).map(({ type, attempts }) => `${type}, ${attempts} times`);
    return [...timers, ...deliveries, ...this.failures.map(String)].join('; ');
  }

  /** Ends every process, so that nothing of this world is kept by a signal that somebody still waits for. */
  async end(): Promise<void> {
    for (const process of this.processes.splice(0)) process.kill();
    while (await this.scheduler.advance());
  }

  private crash(process: Process): void {
    process.kill();
    this.processes.splice(this.processes.indexOf(process), 1);
    while (this.processes.length < this.width) this.begin();
  }

  private begin(): void {
    const life = new Life(`process ${(this.lives += 1)}`);
    const turn: Turn = async (moment, what) => {
      await this.scheduler.turn(life);
      if (what.startsWith('append ') && this.goesWrong('appendUnknown')) throw new Error(`${moment}, and no answer`);
    };
    const pool = this.database.connect(turn);
    const log = new EventLog(this.store.connect(turn), catalogue, open);
    const snapshots = new SnapshotStore(new MemorySnapshots(pool), (error) => this.failures.push(error));
    const runner = new DeciderRunner({ log, snapshots, logger, chained: CHAINED, macs: testMacs });
    const book = new MemoryBook(pool);
    const product = productOn({
      log,
      runner,
      sealer: new Sealer(new MemoryPersonKeys(pool), MASTER_KEY),
      // Only saves a worker the rest of its work.
      bus: { publish: () => Promise.resolve() } as unknown as Bus,
      customers: new MemoryCustomers(pool),
      mailboxes: new MemoryReferralMailboxes(pool),
      sweeps: new MemoryAllowanceSweeps(pool),
      roll: new MemoryMemberRoll(pool),
      locks: book.locks,
      gateway: this.gatewayOf(life),
      logger,
    });
    const process = new Process(life, product, this.scheduler, () => pool.disconnect());
    process.follow({ log, book, logger });
    this.processes.push(process);
  }

  private gatewayOf(life: Life): StripeGateway {
    const httpClient = new LibraryClient(async (request) => {
      await this.scheduler.turn(life);
      const answer = await this.cards.answer(request);
      await this.scheduler.turn(life);
      return answer;
    });
    return new StripeGateway({
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_API_URL: CARDS_ADDRESS,
      httpClient,
    });
  }
}

/** In the simulated time. */
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

const aboutWhom = (event: string): string => (JSON.parse(event) as { data: { object: { id: string } } }).data.object.id;

/** Ends whoever passes a fault point: what it does from then on comes to nothing. */
export class Dead extends Error {
  override readonly name = 'Dead';
}
