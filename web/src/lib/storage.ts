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
