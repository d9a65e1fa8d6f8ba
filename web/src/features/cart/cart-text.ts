import { localStore } from '../../lib/storage.ts';

/** spec: member-experience §3 "Browser storage", §4 "Cart count". */
const KEY = 'cart';
const UPDATED = 'cart-updated';

/** The cart as it is stored, whatever that is; other tabs' changes arrive by the storage event. */
export const cartText = {
  get: (): string | null => localStore.get(KEY),
  getOnServer: (): string | null => null,
  set(text: string | null): void {
    if (text === null) localStore.remove(KEY);
    else localStore.set(KEY, text);
    window.dispatchEvent(new Event(UPDATED));
  },
  subscribe: (listener: () => void): (() => void) => {
    const onStorage = ({ key }: StorageEvent) => (key === KEY || key === null) && listener();
    window.addEventListener('storage', onStorage);
    window.addEventListener(UPDATED, listener);
    return () => {
      window.removeEventListener('storage', onStorage);
      window.removeEventListener(UPDATED, listener);
    };
  },
};
