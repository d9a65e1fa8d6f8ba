import { setTimeout as pause } from 'node:timers/promises';
import { utcMonth } from '@easel/contracts/account/policy';
import { problems } from '@easel/contracts/kernel/problem';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { answerOf, type Answer } from './answer.ts';
import type { CardService } from './card-service.ts';
import type { Chance } from './chance.ts';
import { Life } from './life.ts';
import { GENTLE, type Manners } from './manners.ts';
import type { PrintService } from './print-service.ts';
import type { Product } from './product.ts';
import type { Fortune } from './fortune.ts';
import type { Running, Stage } from './stage.ts';

const TRIES = 4;
const LONGEST_PAUSE_MS = 90_000;
const LONGEST_CALL_MS = 3_600_000;
/** Beyond every pause between two attempts at anything. */
const HORIZON_MS = 20 * 60_000;
const MOST_ROUNDS = 400;

/** The processes of a product, whoever calls them, and what happens to them. */
export class World implements Fortune {
  manners = GENTLE;
  /** Ids of refunds and disputes of which the product has been told. */
  readonly heard = new Set<string>();
  readonly failures: unknown[] = [];
  /** They have no session any more. */
  readonly erased = new Set<string>();
  private readonly processes: Running[] = [];
  private calls = 0;
  /** The month that was opened everywhere last. */
  private swept = '';
  private lives = 0;

  constructor(
    readonly stage: Stage,
    /** How many processes serve at the same time. */
    private readonly width: number,
  ) {
    for (let n = 0; n < width; n += 1) this.begin();
  }

  get cards(): CardService {
    return this.stage.cards;
  }

  get prints(): PrintService {
    return this.stage.prints;
  }

  private get chance(): Chance {
    return this.stage.chance;
  }

  goesWrong(what: keyof Manners): boolean {
    return this.manners[what] > 0 && this.chance.onceIn(this.manners[what]);
  }

  /** What a fault point does to whoever passes it. */
  passFaultPoint(name: string): void {
    const { current } = this.stage;
    if (current.isOver) throw new Dead(name);
    const process = this.processes.find(({ life }) => life === current);
    if (!process || !this.goesWrong('crashAtFaultPoint')) return;
    this.stage.step('crash', `${current.name} at ${name}`);
    this.crash(process);
    throw new Dead(name);
  }

  /** Kills one process, and begins another in its place. */
  crashOne(): void {
    const process = this.chance.pick(this.processes);
    this.stage.step('crash', process.life.name);
    this.crash(process);
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
        if (this.erased.has(caller.id)) return { kind: 'refused', code: problems.sessionExpired.code, extra: {} };
        this.stage.step('call', key);
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
    this.stage.step('delivery', `${delivery.type} ${delivery.event}`);
    if (delivery.attempts === 0 && this.goesWrong('webhookDoubled')) await this.cards.copy(delivery);
    const isLost = this.goesWrong('webhookLost');
    const answer = isLost
      ? undefined
      : await this.attempt(delivery.type, ({ webhook, gateway }) =>
          webhook.take(gateway.verify(delivery.body, this.cards.signed(delivery))),
        );
    const isTaken = answer?.kind === 'done';
    if (isTaken) this.heard.add(aboutWhom(delivery.body));
    await this.cards.note(delivery, isTaken);
  }

  /** Lets everybody go on until all calls are answered and nobody can go on; time passes only where it must. */
  settle(): Promise<void> {
    return this.stage.settle(() => this.calls);
  }

  /** Lets time pass in leaps to whatever is due next, and what is due happen. */
  async pass(ms: number): Promise<void> {
    const until = Date.now() + ms;
    for (;;) {
      let leap = await this.leapMs(until);
      if (leap > LONGEST_CALL_MS && this.calls > 0) {
        // No call is under way for longer: over a month the card service would forget its event before the answer came.
        await this.settle();
        // What was not taken is due again before long.
        leap = await this.leapMs(until);
      }
      await this.stage.leap(leap);
      await this.cards.tick();
      await this.deliverDue();
      await this.sweepMonth();
      await this.settle();
      if (Date.now() >= until) return;
      if (leap === 0) this.stage.tick(1_000);
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
    this.prints.comeBack();
    for (let round = 0; ; round += 1) {
      if (round === MOST_ROUNDS) {
        // An event that is never taken comes again for ever, and is told of as that.
        const isUndelivered = (await this.cards.untaken()).length > 0;
        if (!isUndelivered) this.failures.push(new Error(`it does not become quiet: ${await this.restless()}`));
        break;
      }
      await this.cards.tick();
      const delivered = await this.deliverDue();
      await this.settle();
      const restMs = ((await this.nextDueMs()) ?? Infinity) - Date.now();
      if (delivered === 0 && restMs > HORIZON_MS) break;
      await this.stage.leap(restMs > HORIZON_MS ? 1 : Math.max(restMs, 1));
    }
    this.manners = manners;
  }

  /** Until then, or to what is due before. */
  private async leapMs(until: number): Promise<number> {
    return Math.max(Math.min((await this.nextDueMs()) ?? until, until) - Date.now(), 0);
  }

  /** When something of the card service's, or of a process's, is due by itself. */
  private async nextDueMs(): Promise<number | undefined> {
    const next = Math.min((await this.cards.nextDueMs()) ?? Infinity, (await this.stage.nextTimerMs()) ?? Infinity);
    return next === Infinity ? undefined : next;
  }

  private async restless(): Promise<string> {
    const deliveries = (await this.cards.dueDeliveries()).map(({ type, attempts }) => `${type}, ${attempts} times`);
    return [...(await this.stage.waiting()), ...deliveries, ...this.failures.map(String)].join('; ');
  }

  /** Ends every process, so that nothing of this world is kept by a signal that somebody still waits for. */
  async end(): Promise<void> {
    for (const process of this.processes.splice(0)) process.kill();
    await this.stage.end();
  }

  private crash(process: Running): void {
    process.kill();
    this.processes.splice(this.processes.indexOf(process), 1);
    while (this.processes.length < this.width) this.begin();
  }

  private begin(): void {
    this.processes.push(this.stage.begin(new Life(`process ${(this.lives += 1)}`), this));
  }
}

const aboutWhom = (event: string): string => (JSON.parse(event) as { data: { object: { id: string } } }).data.object.id;

/** Ends whoever passes a fault point: what it does from then on comes to nothing. */
export class Dead extends Error {
  override readonly name = 'Dead';
}
