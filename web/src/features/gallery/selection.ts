import type { Generation } from '@easel/contracts/generation/http';
import { createContext, use, useMemo, useRef, useState } from 'react';

/** What is chosen for an action on many, by id: it stays chosen when its page is left. */
export interface Selection {
  readonly chosen: ReadonlyMap<string, Generation>;
  readonly toggle: (generation: Generation) => void;
  /** Chooses all of these from the one that was toggled last to this one; it alone where that one is not among them. */
  readonly chooseUpTo: (generation: Generation, among: readonly Generation[]) => void;
  readonly clear: () => void;
}

const none: Selection = { chosen: new Map(), toggle: () => {}, chooseUpTo: () => {}, clear: () => {} };
export const SelectionContext = createContext<Selection>(none);
export const useSelection = (): Selection => use(SelectionContext);

export function useNewSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Generation>>(none.chosen);
  const last = useRef<string>(undefined);
  return useMemo(
    () => ({
      chosen,
      toggle: (generation) => {
        last.current = generation.id;
        setChosen((before) => {
          const after = new Map(before);
          if (!after.delete(generation.id)) after.set(generation.id, generation);
          return after;
        });
      },
      chooseUpTo: (generation, among) => {
        const range = between(among, last.current, generation);
        last.current = generation.id;
        setChosen((before) => new Map([...before, ...range.map((one) => [one.id, one] as const)]));
      },
      clear: () => setChosen(none.chosen),
    }),
    [chosen],
  );
}

function between(all: readonly Generation[], from: string | undefined, to: Generation): readonly Generation[] {
  const [one, other] = [all.findIndex(({ id }) => id === from), all.findIndex(({ id }) => id === to.id)];
  if (one === -1 || other === -1) return [to];
  return all.slice(Math.min(one, other), Math.max(one, other) + 1);
}
