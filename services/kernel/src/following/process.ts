import type { Fact, Recorded } from '@easel/contracts/kernel/event';

/** The rules of a process manager, pure. */
export interface ProcessRules<F extends Fact, Payload> {
  /** Names its checkpoint and its timers, for ever. */
  name: string;
  from: 'start' | 'now';
  categories: readonly string[];
  /**
   * By its type, what a fact schedules or cancels, each fact exactly once; what is to be done at once is due when it
   * was recorded. Facts of other types are not even sent.
   */
  on: { readonly [Type in F['type']]?: Handler<Extract<F, Fact<Type>>, Payload> };
}

/** As a method's, so that managers of all facts can be listed together. */
type Handler<F extends Fact, Payload> = { steps(fact: Recorded<F>): readonly Step<Payload>[] }['steps'];

/** A process manager: facts in, commands out. */
export interface ProcessDefinition<F extends Fact, Payload, Command> extends ProcessRules<F, Payload> {
  /** What is due, as a command that may come more than once. */
  command(due: Due<Payload>): Command;
}

/** Cancelling comes before scheduling where a step does both. */
export interface Step<Payload> {
  /** Replaces what was scheduled under the same key. `payload` as JSON. */
  schedule?: { key: string; dueAt: Date; payload: Payload };
  cancel?: string;
}

export interface Due<Payload> {
  key: string;
  dueAt: Date;
  payload: Payload;
}
