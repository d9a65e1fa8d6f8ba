import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { Answer } from '../answer.ts';
import type { Chance } from '../chance.ts';
import type { World } from '../world.ts';

/** A page of the card service that somebody has before them. */
export interface OpenPage {
  memberId: string;
  url: string;
}

/** What one action is given: the world, and chance of its own. */
export interface Scene {
  world: World;
  chance: Chance;
  members: string[];
  pages: OpenPage[];
  tell: (line: string) => void;
}

export interface Action {
  name: string;
  /** How often, beside others. */
  weight: number;
  /** Lets others go on by itself, so that nothing else is begun meanwhile. */
  drives: boolean;
  act(scene: Scene): Promise<void>;
}

export const action = (name: string, weight: number, act: Action['act']): Action => ({
  name,
  weight,
  drives: false,
  act,
});

export const driving = (name: string, weight: number, act: Action['act']): Action => ({
  name,
  weight,
  drives: true,
  act,
});

/** Somebody who is still there, the first more often than the rest: what is interesting happens where much happens. */
export function someMember({ members, chance, world }: Scene): string {
  const there = members.filter((id) => !world.erased.has(id));
  // Where nobody is, who was erased calls, and is refused.
  const some = there.length > 0 ? there : members;
  const most = chance.int(0, some.length - 1);
  const memberId = some[chance.int(0, most)];
  if (memberId === undefined) throw new Error('there is nobody');
  return memberId;
}

export const nameOf = ({ members }: Scene, memberId: string): string => `m${members.indexOf(memberId)}`;

/** In words, for whoever reads a trace. */
export const answerCode = (answer: Answer<unknown>): string => (answer.kind === 'refused' ? answer.code : answer.kind);

/** The streams of a category, in the order in which they began. */
export const streamsOf = <F extends Fact>({ world }: Scene, category: string): (readonly Recorded<F>[])[] =>
  [...world.stage.stored.streams].flatMap(([stream, facts]) =>
    stream.startsWith(`${category}-`) ? [facts as unknown as readonly Recorded<F>[]] : [],
  );
