import { createStore } from '../lib/store.ts';

/** Open modal dialogs, the topmost last. Everything outside the topmost is inert, so messages must appear inside it. */
export const openDialogs = createStore<readonly string[]>([]);
