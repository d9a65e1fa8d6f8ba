import { localStore, orderOutboxKey } from '../../lib/storage.ts';

const CHANGED = 'order-outbox-changed';

/** Holds the member's outbox as it is stored, apart from what reads it: that is loaded where something waits. */
export const outboxText = {
  get: (): string | null => localStore.get(orderOutboxKey()),
  getOnServer: (): string | null => null,
  set(text: string | null): void {
    if (text === null) localStore.remove(orderOutboxKey());
    else localStore.set(orderOutboxKey(), text);
    window.dispatchEvent(new Event(CHANGED));
  },
  subscribe: (listener: () => void): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => (key === orderOutboxKey() || key === null) && listener();
    window.addEventListener('storage', onStorage);
    window.addEventListener(CHANGED, listener);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener(CHANGED, listener);
    };
  },
};
