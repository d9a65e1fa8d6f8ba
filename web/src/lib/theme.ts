import { localStore } from './storage.ts';
import { createStore } from './store.ts';

export type Theme = 'dark' | 'light';

const KEY = 'theme';
const read = (): Theme => (localStore.get(KEY) === 'light' ? 'light' : 'dark');
const store = createStore<Theme | null>(null);

/** Dark unless the member chose light; `before-paint.js` applies the same before the first paint. */
export const theme = {
  get: (): Theme => store.get() ?? read(),
  getOnServer: (): Theme => 'dark',
  set(value: Theme): void {
    localStore.set(KEY, value);
    document.documentElement.dataset.theme = value;
    store.set(value);
  },
  subscribe: (listener: () => void) => store.subscribe(listener),
};

/** Prints every page as in the light theme: paper is white. */
export function printLight(): void {
  const show = (value: Theme) => () => void (document.documentElement.dataset.theme = value);
  window.addEventListener('beforeprint', show('light'));
  window.addEventListener('afterprint', () => show(theme.get())());
}
