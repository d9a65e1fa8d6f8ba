/** Calls a second of each work, round by round in turn, so that a slow moment of the machine meets them all. */
export async function ratesOf<Name extends string>(
  work: Readonly<Record<Name, (index: number) => Promise<unknown>>>,
  { rounds, count, concurrency }: { rounds: number; count: number; concurrency: number },
): Promise<Record<Name, number[]>> {
  const entries = Object.entries(work) as [Name, (index: number) => Promise<unknown>][];
  const rates = Object.fromEntries(entries.map(([name]) => [name, [] as number[]])) as Record<Name, number[]>;
  for (const [, run] of entries) await inParallel(run, count / 10, concurrency); // warm
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of entries) rates[name].push(await inParallel(run, count, concurrency));
  }
  return rates;
}

async function inParallel(
  run: (index: number) => Promise<unknown>,
  count: number,
  concurrency: number,
): Promise<number> {
  let next = 0;
  const begun = performance.now();
  const lane = async (): Promise<void> => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  return (count * 1000) / (performance.now() - begun);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Of a hundred values in their order, the one at this place. */
export const percentile = (values: readonly number[], percent: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? Number.NaN;
