import { setTimeout as wait } from 'node:timers/promises';
import type { Actor, Fact, FactMetadata, Recorded } from '@easel/contracts/kernel/event';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { parse, v5 as uuidV5 } from 'uuid';
import { backoffMs } from '../server/backoff.ts';
import { randomUUID } from '../server/chance.ts';
import type { Decider } from './decider.ts';
import { OutcomeUnknown, WrongRevision } from '../log/event-log.errors.ts';
import type { EventLog } from '../log/event-log.ts';
import type { NewFact } from '../log/new-fact.ts';
import { faultPoint } from '../server/fault-point.ts';
import { CHAIN_START, hashOf, link } from '../proof/hash-chain.ts';
import type { MacKeys } from '../proof/mac-keys.ts';
import { notePosition } from '../http/positions.ts';
import type { SnapshotStore } from './snapshots.ts';

/** Who wants it and why. */
export interface CommandContext {
  /**
   * Names the command for ever: a repeat under the same key gives its facts the same ids, but for their ends on chains.
   */
  key: string;
  actor: Actor;
  correlationId: string;
  causationId?: string;
  requestId?: string;
  /** Method and path of the call, as its contract has it. */
  route?: string;
}

export interface Decided<State, F extends Fact> {
  /** What this command added; empty for one that was settled before. */
  facts: readonly F[];
  state: State;
  /** Of the stream's last fact, −1 where there is no stream. */
  revision: number;
  /** Of the stream's last fact: those of an append are told apart by the log alone. */
  position: bigint;
}

interface Fold {
  state: unknown;
  revision: number;
  position: bigint;
  /** Head of the chain, on streams that are chains. */
  hash: string;
}

/** The commands of one stream, of which one is decided at a time. */
interface Queue {
  tail: Promise<void>;
  waiting: number;
}

export interface DeciderRunnerOptions {
  log: EventLog;
  snapshots: SnapshotStore;
  logger: Logger;
  /** Categories whose streams are hash chains. */
  chained: readonly string[];
  /** What signs the facts of chains; without it nothing is added to them. */
  macs?: MacKeys | undefined;
  cacheBytes?: number;
  deadlineMs?: number;
}

/** Commands that may wait for one stream; more are answered 503. */
const MAX_WAITING = 5_000;
const FIRST_PAUSE_MS = 10;
const LONGEST_PAUSE_MS = 400;

/**
 * Loads, decides, appends. Commands for one stream are decided in turn in this process, from one cached fold; another
 * process's append makes a wrong revision, after which it is decided again. Throws Refused, and 503 past the deadline,
 * or, for an append whose outcome stays unknown, past the time in which the log settles it.
 */
export class DeciderRunner {
  private readonly queues = new Map<string, Queue>();
  private readonly folds: LRUCache<string, Fold>;
  private readonly deciderNames = new WeakMap<object, string>();
  private readonly deadlineMs: number;

  constructor(private readonly options: DeciderRunnerOptions) {
    this.deadlineMs = options.deadlineMs ?? 5_000;
    this.folds = new LRUCache({
      maxSize: options.cacheBytes ?? 64 * 1024 * 1024,
      // Close enough to bound memory: what a fold keeps grows with the facts it has seen.
      sizeCalculation: (fold) => 1024 + 128 * (fold.revision + 1),
    });
  }

  /** Runs one command; its facts are stored when this resolves. */
  execute<State, Command, F extends Fact>(
    stream: string,
    decider: Decider<State, Command, F>,
    command: Command,
    context: CommandContext,
  ): Promise<Decided<State, F>> {
    return this.inTurn(stream, (deadline) => this.run(stream, decider, command, context, deadline));
  }

  /** What a stream amounts to, read up to its end; `atLeastOnce` is content with what this process has read before. */
  fold<State, Command, F extends Fact>(
    stream: string,
    decider: Decider<State, Command, F>,
    { atLeastOnce = false }: { atLeastOnce?: boolean } = {},
  ): Promise<{ state: State; revision: number; position: bigint }> {
    const known = atLeastOnce ? this.folds.get(this.cacheKey(stream, decider)) : undefined;
    if (known) {
      const { state, revision, position } = known;
      return Promise.resolve({ state: state as State, revision, position });
    }
    return this.inTurn(stream, async () => {
      const { state, revision, position } = await this.load(stream, decider, { refresh: !atLeastOnce });
      return { state: state as State, revision, position };
    });
  }

  /** The deadline counts from here: behind a log that does not answer nobody waits longer for the turn than that. */
  private inTurn<T>(stream: string, work: (deadline: number) => Promise<T>): Promise<T> {
    const deadline = Date.now() + this.deadlineMs;
    const queue = this.queues.get(stream);
    if (!queue) return this.take(stream, { tail: Promise.resolve(), waiting: 0 }, () => work(deadline));
    if (queue.waiting >= MAX_WAITING) return Promise.reject(new Refused(problems.unavailable));
    const late = Promise.withResolvers<never>();
    // Who was told so may come again: what was asked for first is not done as well.
    let isLate = false;
    const giveUp = (): void => {
      isLate = true;
      late.reject(new Refused(problems.unavailable));
    };
    const timer = setTimeout(giveUp, this.deadlineMs);
    const turn = this.take(stream, queue, () => {
      clearTimeout(timer);
      if (isLate || Date.now() > deadline) throw new Refused(problems.unavailable);
      return work(deadline);
    });
    return Promise.race([turn, late.promise]);
  }

  /** Works once all that came before is done. */
  private take<T>(stream: string, queue: Queue, work: () => Promise<T>): Promise<T> {
    queue.waiting += 1;
    this.queues.set(stream, queue);
    const turn = queue.tail.then(work);
    const done = (): void => {
      queue.waiting -= 1;
      if (queue.waiting === 0) this.queues.delete(stream);
    };
    queue.tail = turn.then(done, done);
    return turn;
  }

  private async run<State, Command, F extends Fact>(
    stream: string,
    decider: Decider<State, Command, F>,
    command: Command,
    context: CommandContext,
    deadline: number,
  ): Promise<Decided<State, F>> {
    for (let attempt = 0; ; attempt++) {
      const { fold, facts } = await this.decide(stream, decider, command, attempt > 0);
      if (facts.length === 0) {
        notePosition(stream, fold.position);
        return { facts: [], state: fold.state as State, revision: fold.revision, position: fold.position };
      }
      try {
        await this.append(stream, fold, facts, context);
        for (const fact of facts) fold.state = decider.evolve(fold.state as State, fact);
        this.folds.set(this.cacheKey(stream, decider), fold);
        void this.options.snapshots.maybeSave(stream, decider, fold, facts.length);
        notePosition(stream, fold.position);
        return { facts, state: fold.state as State, revision: fold.revision, position: fold.position };
      } catch (error) {
        this.forget(stream, decider);
        if (!(error instanceof WrongRevision)) throw error;
        if (Date.now() > deadline) throw new Refused(problems.unavailable);
        await wait(backoffMs(attempt, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
      }
    }
  }

  /** Decides from the cached fold; what that refuses or finds settled is decided once more from the stream's end. */
  private async decide<State, Command, F extends Fact>(
    stream: string,
    decider: Decider<State, Command, F>,
    command: Command,
    refresh: boolean,
  ): Promise<{ fold: Fold; facts: readonly F[] }> {
    const isNew = !refresh && this.isChained(stream) && decider.begins?.(command) === true;
    const fold = await this.load(stream, decider, { refresh, isNew });
    const known = fold.revision;
    try {
      const facts = decider.decide(command, fold.state as State);
      if (facts.length > 0 || refresh) return { fold, facts };
    } catch (error) {
      if (!(error instanceof Refused) || refresh) throw error;
      const newer = await this.load(stream, decider, { refresh: true });
      if (newer.revision === known) throw error;
      return { fold: newer, facts: decider.decide(command, newer.state as State) };
    }
    const newer = await this.load(stream, decider, { refresh: true });
    return { fold: newer, facts: newer.revision === known ? [] : decider.decide(command, newer.state as State) };
  }

  /** Appends behind the fold, and moves its place on. */
  private async append(stream: string, fold: Fold, facts: readonly Fact[], context: CommandContext): Promise<void> {
    const { log, logger, macs } = this.options;
    const isChained = this.isChained(stream);
    const named = newFacts(stream, facts, context);
    let encoded = await log.encode(stream, isChained ? ofOneAttempt(named) : named);
    let { hash } = fold;
    if (isChained) {
      if (!macs) throw new Error(`${stream} is a chain, and MAC_KEYS is not set`);
      ({ facts: encoded, hash } = link(stream, fold, encoded, (fact) => macs.macOf(fact)));
    }
    faultPoint('decider.before-append');
    try {
      const appended = await log.appendEncoded(stream, fold.revision < 0 ? 'none' : fold.revision, encoded);
      Object.assign(fold, appended, { hash });
    } catch (error) {
      if (!(error instanceof OutcomeUnknown)) throw error;
      logger.error({ err: error, stream }, 'gave up on an append of unknown outcome');
      throw new Refused(problems.unavailable);
    }
    faultPoint('decider.after-append');
  }

  private async load<State, Command, F extends Fact>(
    stream: string,
    decider: Decider<State, Command, F>,
    { refresh, isNew = false }: { refresh: boolean; isNew?: boolean },
  ): Promise<Fold> {
    const key = this.cacheKey(stream, decider);
    const cached = this.folds.get(key);
    if (cached && !refresh) return cached;
    const empty: Fold = { state: decider.initial(), revision: -1, position: 0n, hash: CHAIN_START };
    if (isNew) return empty;
    const fold = cached ?? (await this.options.snapshots.load(stream, decider)) ?? empty;
    const chained = this.isChained(stream);
    for await (const stored of this.options.log.readStored(stream, { from: fold.revision + 1 })) {
      const fact = await this.options.log.decode(stored);
      if (fact.unreadable) throw new Error(`${stream}@${fact.revision} cannot be folded: ${fact.unreadable.detail}`);
      fold.state = decider.evolve(fold.state as State, fact as Recorded<F>);
      fold.revision = fact.revision;
      fold.position = fact.position;
      if (chained) fold.hash = hashOf(stored);
    }
    this.folds.set(key, fold);
    return fold;
  }

  private forget(stream: string, decider: object): void {
    this.folds.delete(this.cacheKey(stream, decider));
  }

  private isChained(stream: string): boolean {
    return this.options.chained.some((category) => stream.startsWith(`${category}-`));
  }

  private cacheKey(stream: string, decider: object): string {
    let name = this.deciderNames.get(decider);
    if (name === undefined) {
      name = randomUUID();
      this.deciderNames.set(decider, name);
    }
    return `${name} ${stream}`;
  }
}

/** Ids of facts, and of what else a command begins, are UUID v5 within this namespace. */
const FACT_NAMESPACE = parse('5d2ad3f3-9a2c-4f0e-8f7a-1f0c8f0a6b11');

/** The id that this command gives to something of that name: a repeat of the command gives the same. */
export const idOf = ({ key }: CommandContext, name: string): string =>
  uuidV5(Buffer.from(`${key}\n${name}`), FACT_NAMESPACE);

/** A command's facts for one stream under the ids they have for ever: a repeat of the command finds them stored. */
export function newFacts(stream: string, facts: readonly Fact[], context: CommandContext): NewFact[] {
  return facts.map((fact, index) => ({
    id: idOf(context, `${stream}\n${index}`),
    fact,
    metadata: metadataOf(context),
  }));
}

/** Digits at the end of an id that hang on chance where the stream is a chain; all others hang on what the id is of. */
const ATTEMPT_DIGITS = 8;

/**
 * What the store takes for a repeat it does not store, and the next fact is linked to what this attempt would have
 * said: so the same command elsewhere, for another cause or at another time, is no repeat of this one but comes second
 * to it.
 */
function ofOneAttempt(facts: readonly NewFact[]): NewFact[] {
  const attempt = randomUUID().slice(-ATTEMPT_DIGITS);
  return facts.map((fact) => ({ ...fact, id: fact.id.slice(0, -ATTEMPT_DIGITS) + attempt }));
}

/** Whether a fact with that id is the one of this id, whichever attempt has stored it. */
export const isIdOf = (id: string, stored: string): boolean =>
  id.slice(0, -ATTEMPT_DIGITS) === stored.slice(0, -ATTEMPT_DIGITS);

function metadataOf({ actor, correlationId, causationId, requestId, route }: CommandContext): FactMetadata {
  return {
    $correlationId: correlationId,
    ...(causationId === undefined ? {} : { $causationId: causationId }),
    actor,
    ...(requestId === undefined ? {} : { requestId }),
    ...(route === undefined ? {} : { route }),
    schemaVersion: 0, // the codec writes the version it encodes
  };
}
