import { useSyncExternalStore } from 'react';

/** A value outside the component tree that components can follow. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(initial: T): Store<T> {
  let current = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set(value) {
      if (Object.is(value, current)) return;
      current = value;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** What a store says before the browser has been asked: on the server, and while its page comes to life. */
interface Followable<T> extends Pick<Store<T>, 'get' | 'subscribe'> {
  getOnServer?: () => T;
}

export const useStore = <T>(store: Followable<T>): T => useSelected(store, (value) => value);

/** A part of what a store holds: renders anew only where that part changed, by `Object.is`. */
export function useSelected<T, Part>(store: Followable<T>, select: (value: T) => Part): Part {
  const { subscribe, get, getOnServer = get } = store;
  return useSyncExternalStore(
    subscribe,
    () => select(get()),
    () => select(getOnServer()),
  );
}
