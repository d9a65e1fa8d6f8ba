import { setTimeout as sleep } from 'node:timers/promises';

/** A running part of the platform: a server, a child process. */
export interface Running {
  /** Ends it in good order; resolves when it is gone. */
  stop(): Promise<void>;
  /** Ends it without waiting. */
  kill(): void;
  /** Called once when it is gone, for whatever reason. */
  onExit(callback: () => void): void;
  /** Resolves when it has given a sign of life; one without this is never asked. */
  answers?(): Promise<void>;
}

export interface Part<R extends Running = Running> {
  readonly name: string;
  /** `last` is what ran before: clients know its port, so a restart takes the same. */
  start(last: R | undefined): Promise<R>;
}

export interface SupervisorOptions {
  /** A line for the person at the console. */
  readonly report: (line: string) => void;
  readonly pause?: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly now?: () => number;
}

const shortestPauseMs = 100;
const longestPauseMs = 5_000;
const askEveryMs = 2_000;
/**
 * Half a minute, counted in questions and not by the clock: while the machine sleeps, or this process is stopped, no
 * question is asked. A busy part answers between two pieces of its work, none of which takes nearly as long.
 */
const mostUnanswered = 15;
/** A part that lived this long was well: its next death is the first of a new row. */
const wellAfterMs = 10_000;

interface Watched {
  readonly name: string;
  running: Running | undefined;
  /** Its end is wanted and was reported: somebody asked for a restart, or it hung. */
  renewed: boolean;
  /** Resolves once no start is under way any more. */
  starting: Promise<void>;
}

/** Starts parts, restarts those that die, replaces those that hang, and stops them in reverse order. */
export class Supervisor {
  readonly #report: (line: string) => void;
  readonly #pause: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly #now: () => number;
  readonly #parts: Watched[] = [];
  readonly #stopping = new AbortController();

  constructor({ report, pause = pauseFor, now = () => performance.now() }: SupervisorOptions) {
    this.#report = report;
    this.#pause = pause;
    this.#now = now;
  }

  /** Throws when the very first start fails: then something is wrong that trying again will not mend. */
  async start<R extends Running>(part: Part<R>): Promise<R> {
    const first = part.start(undefined);
    const starting = first.then(
      () => undefined,
      () => undefined,
    );
    // Registered before it runs, so that a stop meanwhile waits for it and stops it too.
    const watched: Watched = { name: part.name, running: undefined, renewed: false, starting };
    this.#parts.push(watched);
    const running = await first;
    watched.running = running;
    this.#watch(part, watched, running, shortestPauseMs);
    return running;
  }

  has(name: string): boolean {
    return this.#parts.some((part) => part.name === name);
  }

  /** Ends a part in good order and starts it again, for code that has changed; resolves once it is back. */
  async restart(name: string): Promise<void> {
    const part = this.#parts.find((one) => one.name === name);
    if (part === undefined) throw new Error(`there is no part ${name}`);
    if (part.running !== undefined) {
      part.renewed = true;
      await part.running.stop();
      await new Promise(setImmediate); // its end is told to those who watch it
    }
    await part.starting;
  }

  /** The last started first, each gone before the next is asked. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    for (const part of this.#parts.toReversed()) {
      await part.starting;
      await part.running?.stop();
    }
  }

  /** For a person who will not wait. */
  kill(): void {
    this.#stopping.abort();
    for (const part of this.#parts.toReversed()) part.running?.kill();
  }

  #watch<R extends Running>(part: Part<R>, watched: Watched, running: R, pauseMs: number): void {
    const begun = this.#now();
    const gone = new AbortController();
    if (running.answers) void this.#ask(watched, running, AbortSignal.any([gone.signal, this.#stopping.signal]));
    running.onExit(() => {
      gone.abort();
      if (this.#stopping.signal.aborted) return;
      watched.running = undefined;
      const first = this.#now() - begun >= wellAfterMs ? shortestPauseMs : pauseMs;
      watched.starting = this.#restart(part, watched, running, first);
    });
  }

  /** Asks for a sign of life now and then, and kills the part when it has given none for long. */
  async #ask(watched: Watched, running: Running, over: AbortSignal): Promise<void> {
    let unanswered = 0;
    while (unanswered < mostUnanswered) {
      unanswered += 1;
      running.answers?.().then(
        () => (unanswered = 0),
        () => undefined,
      );
      await this.#pause(askEveryMs, over);
      if (over.aborted) return;
    }
    this.#report(`${watched.name} hangs: no answer for ${(mostUnanswered * askEveryMs) / 1000} s; replacing it`);
    watched.renewed = true;
    running.kill();
  }

  async #restart<R extends Running>(part: Part<R>, watched: Watched, last: R, firstPauseMs: number): Promise<void> {
    if (!watched.renewed) this.#report(`${part.name} ended unexpectedly; restarting it`);
    watched.renewed = false;
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
      await this.#pause(pauseMs, this.#stopping.signal);
      if (this.#stopping.signal.aborted) return;
      try {
        const running = await part.start(last);
        watched.running = running;
        this.#report(`${part.name} is back`);
        this.#watch(part, watched, running, Math.min(pauseMs * 2, longestPauseMs));
        return;
      } catch (error) {
        this.#report(`${part.name} did not start: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
  }
}

async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}
