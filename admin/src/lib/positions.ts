const KEY = 'adminPositions';
const PAIR = /^\s*([a-z]{1,40})=(\d{1,19})\s*$/;

/** How far this tab must be able to read each category of the log, so that an operator sees what he has just done. */
export const knownPositions = {
  /** As the header carries it. */
  get: (): string | null => sessionStorage.getItem(KEY),
  note(told: string | null): void {
    if (!told) return;
    const latest = new Map<string, bigint>();
    for (const pair of `${sessionStorage.getItem(KEY) ?? ''},${told}`.split(',')) {
      const [, category, position] = PAIR.exec(pair) ?? [];
      if (!category || !position) continue;
      const known = latest.get(category);
      if (known === undefined || BigInt(position) > known) latest.set(category, BigInt(position));
    }
    if (latest.size === 0) return;
    sessionStorage.setItem(KEY, [...latest].map(([category, position]) => `${category}=${position}`).join(','));
  },
};
