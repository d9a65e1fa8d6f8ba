import type { Generation } from '@easel/contracts/generation/http';
import { createContext, use } from 'react';

/** What a link is to show: a collection by its name, or a generation by its prompt. */
export interface WantedShare {
  kind: 'collection' | 'picture';
  id: string;
  title: string;
}

/** What can be done with own pictures from wherever they are shown; the dialogs belong to the app. */
export interface Collecting {
  /** Asks into which collection they go; `onDone` once they are in one. */
  openCollect: (generations: readonly Generation[], onDone?: () => void) => void;
  openShareLink: (what: WantedShare) => void;
}

export const CollectingContext = createContext<Collecting>({ openCollect: () => {}, openShareLink: () => {} });

export const useCollecting = (): Collecting => use(CollectingContext);
