import { isDeepStrictEqual, inspect } from 'node:util';
import type { Fact } from '@easel/contracts/kernel/event';
import { Refused, type Problem } from '@easel/contracts/kernel/problem';
import { expect } from 'vitest';
import type { Decider } from '../deciding/decider.ts';

export interface When<F extends Fact> {
  /** Exactly these facts. */
  then(...facts: F[]): void;
  thenNothing(): void;
  thenRefuses(problem: Problem): void;
  /** The facts themselves, for what a list of them cannot say. */
  facts(): readonly F[];
}

/**
 * `given(account, granted).when(hold).then(held)`: folds facts, decides once, and checks that deciding changed no
 * state.
 */
export function given<State, Command, F extends Fact>(
  decider: Decider<State, Command, F>,
  ...history: readonly F[]
): { when(command: Command): When<F>; state(): State } {
  const fold = (): State => history.reduce((state, fact) => decider.evolve(state, fact), decider.initial());
  return {
    state: fold,
    when(command) {
      const decide = (): readonly F[] => {
        const state = fold();
        const before = structuredClone(state);
        const unchanged = (): void => {
          if (!isDeepStrictEqual(state, before)) throw new Error(`deciding changed the state: ${inspect(state)}`);
        };
        try {
          const facts = decider.decide(command, state);
          unchanged();
          return facts;
        } catch (error) {
          unchanged();
          throw error;
        }
      };
      return {
        then: (...facts) => expect(decide()).toEqual(facts),
        thenNothing: () => expect(decide()).toEqual([]),
        thenRefuses: (problem) => {
          let refusal: unknown;
          try {
            decide();
          } catch (error) {
            refusal = error;
          }
          expect(refusal).toBeInstanceOf(Refused);
          expect((refusal as Refused).problem.code).toBe(problem.code);
        },
        facts: decide,
      };
    },
  };
}
