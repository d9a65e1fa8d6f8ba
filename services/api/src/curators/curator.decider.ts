import { curatorProblems } from '@easel/contracts/curators/http';
import type { CuratorFact } from '@easel/contracts/curators/events';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

/** Whole cents, where the curator has set a price. */
export type CuratorCents = Partial<Record<ImageSize, number>>;

export interface Curator {
  appointed: boolean;
  /** They stay when it ends, and are in force again with the next appointment. */
  cents: CuratorCents;
}

export type CuratorCommand =
  | { type: 'AppointCurator'; memberId: string; reason: string }
  | { type: 'EndCurator'; memberId: string; reason: string }
  /** `subscribed`: whether the Curator Partner plan is in force, which needs no appointment. */
  | { type: 'SetCuratorPrices'; memberId: string; cents: CuratorCents; subscribed: boolean };

export const curator: Decider<Curator, CuratorCommand, CuratorFact> = {
  initial: () => ({ appointed: false, cents: {} }),

  decide(command, state) {
    switch (command.type) {
      case 'AppointCurator': {
        const { memberId, reason } = command;
        return state.appointed ? [] : [{ type: 'CuratorAppointed', data: { memberId, reason } }];
      }
      case 'EndCurator': {
        const { memberId, reason } = command;
        return state.appointed ? [{ type: 'CuratorEnded', data: { memberId, reason } }] : [];
      }
      case 'SetCuratorPrices': {
        const { memberId, cents, subscribed } = command;
        if (!state.appointed && !subscribed) throw new Refused(curatorProblems.notCurator);
        return isSame(cents, state.cents) ? [] : [{ type: 'CuratorPricesSet', data: { memberId, cents } }];
      }
    }
  },

  evolve(state, fact) {
    switch (fact.type) {
      case 'CuratorAppointed':
        return { ...state, appointed: true };
      case 'CuratorPricesSet':
        return { ...state, cents: fact.data.cents };
      case 'CuratorEnded':
        return { ...state, appointed: false };
    }
  },
};

const isSame = (one: CuratorCents, other: CuratorCents): boolean => textOf(one) === textOf(other);

const textOf = (cents: CuratorCents): string =>
  JSON.stringify(Object.entries(cents).toSorted(([one], [other]) => (one < other ? -1 : 1)));
