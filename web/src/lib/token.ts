import { forgetMember, localStore, sessionOwner, TOKEN_KEY } from './storage.ts';

/** How the last sign-in ended: by the member's own request, or by the server. */
export type Ending = 'signed-out' | 'expired';

const listeners = new Set<(ending: Ending | null) => void>();
let lastEnding: Ending | null = null;

const tell = (ending: Ending | null, { signedOutHere = false } = {}) => {
  lastEnding = ending;
  if (ending !== null) forgetMember({ signedOutHere });
  for (const listener of listeners) listener(ending);
};

/** The bearer token; other tabs' sign-in and sign-out arrive by the storage event. */
export const token = {
  get: (): string | null => localStore.get(TOKEN_KEY),
  /** A server renders for visitors. */
  getOnServer: (): string | null => null,
  set(value: string, memberId: string | null = null): void {
    localStore.set(TOKEN_KEY, value);
    sessionOwner.set(memberId);
    tell(null);
  },
  clear(ending: Ending): void {
    localStore.remove(TOKEN_KEY);
    tell(ending, { signedOutHere: ending === 'signed-out' });
  },
  /** Null after a sign-in, and once the way out has been gone. */
  lastEnding: (): Ending | null => lastEnding,
  forgetEnding: (): void => {
    lastEnding = null;
  },
  subscribe(listener: (ending: Ending | null) => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Follows the other tabs; returns the end of it. */
  followOtherTabs(): () => void {
    const onStorage = (event: StorageEvent) => {
      if (event.key === TOKEN_KEY || event.key === null) tell(localStore.get(TOKEN_KEY) ? null : 'signed-out');
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  },
};
