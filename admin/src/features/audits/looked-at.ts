import { words } from '../../ui/choices.ts';

/** One thing that a verification looked at. */
export interface LookedAt {
  name: string;
  value: string;
}

const count = new Intl.NumberFormat('en');
const spaced = (key: string): string =>
  key.replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`);

/**
 * What the tool says it looked at, whatever it comes to look at: `{ledger: {entries: 72}}` as 'Ledger entries' and
 * '72'.
 */
export function lookedAt(verified: Readonly<Record<string, unknown>>, above: readonly string[] = []): LookedAt[] {
  return Object.entries(verified).flatMap(([key, value]) => {
    const path = [...above, spaced(key)];
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return lookedAt(value as Record<string, unknown>, path);
    }
    return { name: words(path.join(' ')), value: textOf(value) };
  });
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return count.format(value);
  if (typeof value === 'string') return value;
  return value === null ? '–' : JSON.stringify(value);
}
