import type { RealProcess } from './real-process.ts';
import type { StoredFacts } from './stored-facts.ts';

/** Who stands by looks that often whether it may take over, at the latest. */
export const STANDBY_MS = 500;
/** How long one that has come to the end and is idle may take to say so. */
const PATIENCE_MS = 1_000;

/**
 * What of the processes' own doing goes on still: `standby` where one has to take over, and only time brings it about.
 */
type Stillness = 'still' | 'going-on' | 'standby';

/** Whether every process manager has come to the end of what is stored, and has nothing due. */
export async function stillness(processes: readonly RealProcess[], stored: StoredFacts): Promise<Stillness> {
  const names = new Set(processes.flatMap(({ followers }) => [...followers.keys()]));
  const states = await Promise.all([...names].map((name) => stillnessOf(name, processes, stored)));
  if (states.includes('standby')) return 'standby';
  return states.every((state) => state === 'still') ? 'still' : 'going-on';
}

async function stillnessOf(name: string, processes: readonly RealProcess[], stored: StoredFacts): Promise<Stillness> {
  const runs = processes.flatMap(({ life, followers }) => {
    const follower = followers.get(name);
    return follower ? [{ ...follower, life }] : [];
  });
  const leading = runs.find(({ running }) => running.state.phase === 'live');
  if (!leading) return runs.every(({ running }) => running.state.phase !== 'catching-up') ? 'standby' : 'going-on';
  const { running, categories, types, life } = leading;
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const end = async (): Promise<void> => {
    await running.waitFor(stored.lastOf({ categories, types }), patience);
    await Promise.race([running.idle(), aborted(patience)]);
  };
  return Promise.race([end(), life.lost]).then(
    () => 'still',
    () => 'going-on',
  );
}

const aborted = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error('it is not idle')), { once: true }),
  );
