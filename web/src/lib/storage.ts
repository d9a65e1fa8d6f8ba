/**
 * Web storage that falls back to memory where the browser blocks it; opened at first use, so a module may be loaded on
 * a server.
 */
function safeStorage(open: () => Storage) {
  const memory = new Map<string, string>();
  const attempt = <T>(access: (storage: Storage) => T, otherwise: () => T): T => {
    try {
      return access(open());
    } catch {
      return otherwise();
    }
  };
  return {
    get: (key: string): string | null =>
      attempt(
        (storage) => storage.getItem(key),
        () => memory.get(key) ?? null,
      ),
    set: (key: string, value: string): void =>
      attempt(
        (storage) => storage.setItem(key, value),
        () => void memory.set(key, value),
      ),
    remove: (key: string): void =>
      attempt(
        (storage) => storage.removeItem(key),
        () => void memory.delete(key),
      ),
  };
}

export const localStore = safeStorage(() => globalThis.localStorage);
export const sessionStore = safeStorage(() => globalThis.sessionStorage);

/** Under which the bearer token of a session is kept (`token.ts`). */
export const TOKEN_KEY = 'token';

/** Names what a member has written or begun here: it goes with the session, and the next member finds none of it. */
export const memberKeys = {
  promptHistory: 'prompt-history',
  draft: 'easel.draft',
  resolution: 'easel.resolution',
  outbox: 'generation-outbox',
  waitingDeal: 'waiting-deal',
  checkoutDetails: 'checkout-details',
  orderAttempt: 'order-attempt',
  orderOutbox: 'order-outbox',
  chat: 'novaConversationHistory',
  chatDraft: 'nova-draft',
} as const;

const MEMBER = 'member';

/** Whose session it is, by the member's id; null where a session began before that was kept. */
export const sessionOwner = {
  get: (): string | null => localStore.get(MEMBER),
  set: (memberId: string | null): void =>
    memberId === null ? localStore.remove(MEMBER) : localStore.set(MEMBER, memberId),
};

/** Where the orders of one member wait, so that no other member's session sends them. */
export function orderOutboxKey(): string {
  const memberId = sessionOwner.get();
  return memberId === null ? memberKeys.orderOutbox : `${memberKeys.orderOutbox}-${memberId}`;
}

/**
 * Needs none of the code that wrote it: a session may end before that is loaded. Orders that wait to be sent stay for
 * their member's next session, unless that member signs out here.
 */
export function forgetMember({ signedOutHere }: { signedOutHere: boolean }): void {
  const keys: string[] = Object.values(memberKeys);
  if (signedOutHere) keys.push(orderOutboxKey());
  for (const key of [...keys, MEMBER]) {
    localStore.remove(key);
    sessionStore.remove(key);
  }
}
