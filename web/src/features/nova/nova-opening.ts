import { createStore } from '../../lib/store.ts';

/** Whether the panel is open. */
export const novaOpen = createStore(false);

export const openNova = (): void => novaOpen.set(true);
