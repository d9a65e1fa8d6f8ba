import { localStore, memberKeys } from '../../lib/storage.ts';

const KEY = memberKeys.orderOutbox;
const CHANGED = 'order-outbox-changed';

/** Holds the outbox as it is stored, apart from what reads it: that is loaded where something waits. */
export const outboxText = {
  get: (): string | null => localStore.get(KEY),
  getOnServer: (): string | null => null,
  set(text: string | null): void {
    if (text === null) localStore.remove(KEY);
    else localStore.set(KEY, text);
    window.dispatchEvent(new Event(CHANGED));
  },
  subscribe: (listener: () => void): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => (key === KEY || key === null) && listener();
    window.addEventListener('storage', onStorage);
    window.addEventListener(CHANGED, listener);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener(CHANGED, listener);
    };
  },
};
