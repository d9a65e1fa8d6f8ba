const KEY = 'disableConsole';

/** Silences a production build unless this tab was opened with `?disableConsole=0`. spec: rulings "Console output". */
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
