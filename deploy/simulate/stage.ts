import type { Recorded } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { CardService } from './card-service.ts';
import type { Chance } from './chance.ts';
import type { Violation } from './invariants/evidence.ts';
import type { Fortune } from './fortune.ts';
import type { Life } from './life.ts';
import type { PrintService } from './print-service.ts';
import type { Product } from './product.ts';

/** What counts as a step. */
export type StepKind = 'call' | 'delivery' | 'timer' | 'crash';

/** One run of one process of the product: it serves, and follows the log. */
export interface Running {
  readonly life: Life;
  /** Asks it for something, from outside. Throws ConnectionLost. */
  ask<T>(work: (product: Product) => Promise<T>): Promise<T>;
  /** As by kill -9: nothing of it goes on, and what it kept in memory is gone. */
  kill(): void;
}

/** All facts, as they are stored. */
export interface Stored {
  /** In the log's order. */
  readonly events: readonly Recorded[];
  /** In the order in which they began. */
  readonly streams: ReadonlyMap<string, readonly Recorded[]>;
}

/** What a world stands on: stores, time, and who decides what goes on next. It is there for one world. */
export interface Stage {
  /** Decides what goes wrong, and who is asked. */
  chance: Chance;
  readonly steps: number;
  step(kind: StepKind, what: string): void;
  /** In whose life it is that something goes on now. */
  readonly current: Life;
  readonly cards: CardService;
  readonly prints: PrintService;
  readonly stored: Stored;
  /** Told of every fact as it is stored. */
  onAppend: (stream: string, type: string, data: unknown) => void;
  readonly log: Pick<EventLog, 'decode'>;
  /** A stored fact as somebody reads it who has seen none before. */
  readAnew(stored: Recorded): Promise<Recorded>;
  /** Resolves when `stored` has all that has been appended. */
  readOn(): Promise<void>;
  /** Enters somebody who has registered in the roll of all members. */
  addMember(memberId: string): Promise<void>;

  begin(life: Life, fortune: Fortune): Running;
  /** Puts one subscription back to where it was before, as a restored backup does: what it tells comes once more. */
  forgetProgress(): Promise<void>;

  /** Lets everybody go on for a moment, of so many turns at most. */
  linger(turns: number): Promise<void>;
  /**
   * Lets everybody go on until no call is under way and nobody can go on without time passing; it passes only where it
   * must.
   */
  settle(calls: () => number): Promise<void>;
  /** A moment passes, in the middle of everything: what is due in it happens in its order. */
  tick(ms: number): void;
  /** So much time passes at once. */
  leap(ms: number): Promise<void>;
  /** When a process has something to do by itself. */
  nextTimerMs(): Promise<number | undefined>;
  /** What processes have still to do by themselves, in words. */
  waiting(): Promise<string[]>;

  /** What of that which stands beside the log does not hold. Asked where nothing is under way. */
  differences(erased: ReadonlySet<string>): Promise<Violation[]>;
  /** When all processes are killed. */
  end(): Promise<void>;
  /** What happened that may not happen on this stage. Called when all is over, also where it did not come to an end. */
  close(): Promise<readonly unknown[]>;
}

/** `tell` is told what happens. */
export type OpenStage = (seed: number, tell: (line: string) => void) => Promise<Stage>;
