const KEY = 'disableConsole';

/** Ruled: what is built for use logs nothing, unless the address once said `?disableConsole=0` in this tab. */
export function quietConsole(target: Console = console): void {
  if (new URLSearchParams(window.location.search).get(KEY) === '0') remember();
  if (isWanted()) return;
  for (const level of ['debug', 'log', 'info', 'warn', 'error'] as const) target[level] = () => {};
}

function remember(): void {
  try {
    sessionStorage.setItem(KEY, '0');
  } catch {
    // Storage may be blocked; the address alone decides then.
  }
}

function isWanted(): boolean {
  try {
    if (sessionStorage.getItem(KEY) === '0') return true;
  } catch {
    // As above.
  }
  return new URLSearchParams(window.location.search).get(KEY) === '0';
}
