/**
 * What of many is tried in this run. The setting of that name says `k/n`: every n-th of them from the k-th, counted from 0,
 * so that n runs try them all; without it each run does.
 */
export function shareOf<T>(all: readonly T[], name: string, setting = process.env[name]): T[] {
  if (!setting) return [...all];
  const [first = NaN, share = NaN] = setting.split('/').map(Number);
  if (!(Number.isInteger(first) && Number.isInteger(share) && first >= 0 && first < share)) {
    throw new Error(`${name}: expected k/n, k from 0 and less than n, got ${setting}`);
  }
  return all.filter((_, at) => at % share === first);
}
