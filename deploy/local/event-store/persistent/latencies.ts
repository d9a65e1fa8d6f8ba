const KEPT = 1_000;

const SHARES: readonly [name: string, share: number][] = [
  ['Median', 0.5],
  ['Fastest', 0],
  ['Quintile 1', 0.2],
  ['Quintile 2', 0.4],
  ['Quintile 3', 0.6],
  ['Quintile 4', 0.8],
  ['Quintile 5', 1],
  ['90%', 0.9],
  ['95%', 0.95],
  ['99%', 0.99],
  ['99.5%', 0.995],
  ['99.9%', 0.999],
  ['Highest', 1],
];

/** How long the newest messages waited for their answers, told in the terms that EventStoreDB tells it in. */
export class Latencies {
  #ms: number[] = [];
  #next = 0;

  add(ms: number): void {
    this.#ms[this.#next] = ms;
    this.#next = (this.#next + 1) % KEPT;
  }

  /** By name, in whole ms; empty before the first answer. */
  measurements(): [name: string, ms: number][] {
    const sorted = this.#ms.toSorted((a, b) => a - b);
    if (sorted.length === 0) return [];
    const below = (share: number) => sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? 0;
    const mean = sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length;
    return [
      ['Mean', Math.round(mean)],
      ...SHARES.map(([name, share]): [string, number] => [name, Math.round(below(share))]),
    ];
  }
}
