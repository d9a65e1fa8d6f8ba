import { localStore, memberKeys } from '../../lib/storage.ts';
import { createStore, useStore } from '../../lib/store.ts';

const KEY = memberKeys.promptHistory;
const MOST = 20;

const read = (): readonly string[] => {
  try {
    const saved: unknown = JSON.parse(localStore.get(KEY) ?? '[]');
    return Array.isArray(saved) && saved.every((prompt) => typeof prompt === 'string') ? saved : [];
  } catch {
    return [];
  }
};
const store = createStore<readonly string[] | null>(null);

/** The last prompts of this browser, the newest first; the next member finds none. */
export const promptHistory = {
  get: (): readonly string[] => {
    // Read once: a list that were another object each time would never come to rest on the screen.
    if (store.get() === null) store.set(read());
    return store.get() ?? [];
  },
  getOnServer: (): readonly string[] => NONE,
  note(prompts: readonly string[]): void {
    const before = read().filter((prompt) => !prompts.includes(prompt));
    const now = [...prompts.toReversed(), ...before].slice(0, MOST);
    localStore.set(KEY, JSON.stringify(now));
    store.set(now);
  },
  clear(): void {
    localStore.remove(KEY);
    store.set(NONE);
  },
  subscribe: (listener: () => void) => store.subscribe(listener),
};
const NONE: readonly string[] = [];

export const usePromptHistory = (): readonly string[] => useStore(promptHistory);
