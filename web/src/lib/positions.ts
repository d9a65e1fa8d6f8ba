import { positionBook } from '@easel/contracts/kernel/client/positions';
import { sessionStore } from './storage.ts';

const KEY = 'positions';

/** The positions this tab has been told; they outlive a reload, not the tab. */
export const knownPositions = {
  ...positionBook({ get: () => sessionStore.get(KEY), set: (text) => sessionStore.set(KEY, text) }),
  forget: (): void => sessionStore.remove(KEY),
};
