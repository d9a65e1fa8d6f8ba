const KEY = 'adminToken';

/** The operator's bearer token (spec: public-and-commerce §3); other tabs see it too. */
export const token = {
  get: (): string | null => localStorage.getItem(KEY),
  set: (value: string): void => localStorage.setItem(KEY, value),
  clear: (): void => localStorage.removeItem(KEY),
};
