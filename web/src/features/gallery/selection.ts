import type { Generation } from '@easel/contracts/generation/http';
import { createContext, use, useMemo, useState } from 'react';

/** What is chosen for an action on many, by id: it stays chosen when its page is left. */
export interface Selection {
  readonly chosen: ReadonlyMap<string, Generation>;
  readonly toggle: (generation: Generation) => void;
  readonly clear: () => void;
}

const none: Selection = { chosen: new Map(), toggle: () => {}, clear: () => {} };
export const SelectionContext = createContext<Selection>(none);
export const useSelection = (): Selection => use(SelectionContext);

export function useNewSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Generation>>(none.chosen);
  return useMemo(
    () => ({
      chosen,
      toggle: (generation) =>
        setChosen((before) => {
          const after = new Map(before);
          if (!after.delete(generation.id)) after.set(generation.id, generation);
          return after;
        }),
      clear: () => setChosen(none.chosen),
    }),
    [chosen],
  );
}
