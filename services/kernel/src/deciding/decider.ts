import type { Fact } from '@easel/contracts/kernel/event';

/** The rules of one kind of stream, pure: contracts in, facts out; time, ids and chance come with the command. */
export interface Decider<State, Command, F extends Fact> {
  /** Fresh each time: a fold owns the state it builds. */
  initial: () => State;
  /** Names fold and version, `account@1`, where long streams are worth a snapshot; the state must then be JSON. */
  snapshot?: string;
  /** The facts that the command adds, none where it changes nothing; throws Refused. */
  decide: (command: Command, state: State) => readonly F[];
  /** One case a fact, no branch that can fail. It may change the state it is given, which no one else holds. */
  evolve: (state: State, fact: F) => State;
  /**
   * Whether a command begins its stream, which then is not looked for. On chains alone: there the store refuses a
   * repeat, and it is decided again from what is stored.
   */
  begins?: (command: Command) => boolean;
  /** When what a process has sent is to come again, by the state after it: undefined where there is no more to do. */
  again?: (command: Command, state: State) => Date | undefined;
}

/** The part of a decider that tells what facts amount to, of whatever kind they and the state are. */
export interface Fold {
  initial: () => unknown;
  evolve: (state: never, fact: never) => unknown;
}
