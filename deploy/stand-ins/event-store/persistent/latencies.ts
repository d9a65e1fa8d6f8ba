const KEPT = 1_000;

/** Shares of the measurements, shortest first, that the named one is not shorter than. */
const SHARES: readonly (readonly [name: string, share: number])[] = [
  ['Quintile 1', 0],
  ['Quintile 2', 0.2],
  ['Quintile 3', 0.4],
  ['Quintile 4', 0.6],
  ['Quintile 5', 0.8],
  ['90%', 0.9],
  ['95%', 0.95],
  ['99%', 0.99],
  ['99.5%', 0.995],
  ['99.9%', 0.999],
];

/** How long a subscriber took for each of the last messages it answered. */
export class Latencies {
  #ms: number[] = [];

  add(ms: number): void {
    this.#ms.push(ms);
    if (this.#ms.length > KEPT) this.#ms.shift();
  }

  /** Tells them in whole ms under EventStoreDB's names; nothing where nothing was answered. */
  summary(): [name: string, ms: number][] {
    const sorted = this.#ms.toSorted((a, b) => a - b);
    const { length } = sorted;
    if (length === 0) return [];
    const at = (index: number) => Math.floor(sorted[Math.min(index, length - 1)] ?? 0);
    return [
      ['Mean', Math.floor(sorted.reduce((sum, ms) => sum + ms, 0) / length)],
      ['Median', at(Math.floor(length / 2))],
      ['Fastest', at(0)],
      ...SHARES.map(([name, share]): [string, number] => [name, at(Math.floor(share * length))]),
      ['Highest', at(length - 1)],
    ];
  }
}
