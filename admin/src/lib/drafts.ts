const KEY = 'drafts';

const read = (): Record<string, string> => JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, string>;

/** Holds the texts that an operator is writing in this tab, by their name. They outlive a reload, and no sign-out. */
export const drafts = {
  get: (name: string): string => read()[name] ?? '',
  set(name: string, text: string): void {
    const { [name]: _before, ...others } = read();
    sessionStorage.setItem(KEY, JSON.stringify(text === '' ? others : { ...others, [name]: text }));
  },
  forget: (): void => sessionStorage.removeItem(KEY),
};
