import { afterEach, expect, test, vi } from 'vitest';
import { quietConsole } from './quiet-console.ts';

const at = (address: string) => window.history.replaceState(null, '', address);
afterEach(() => {
  sessionStorage.clear();
  at('/');
});
const logged = () => {
  const log = vi.fn<() => void>();
  const target = { log, debug: log, info: log, warn: log, error: log } as unknown as Console;
  quietConsole(target);
  target.error('something');
  target.log('something');
  return log.mock.calls.length;
};

test('nothing is logged, unless the address says so, and then for as long as the tab lives', () => {
  expect(logged()).toBe(0);
  at('/search?disableConsole=1');
  expect(logged()).toBe(0);
  at('/search?disableConsole=0');
  expect(logged()).toBe(2);
  at('/search');
  expect(logged()).toBe(2);
});
