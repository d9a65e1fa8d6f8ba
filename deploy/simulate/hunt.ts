import fc from 'fast-check';
import { runEpisode, type EpisodeOptions, type Outcome } from './episode.ts';
import { plans, type Intent } from './plan.ts';

/** For how long smaller plans are begun; one that has begun is lived to its end, since the process has one clock. */
const SHRINK_MS = 120_000;

/** The plan of a seed. */
export function planOf(seed: number): Intent[] {
  const [plan] = fc.sample(plans, { seed, numRuns: 1 });
  return plan ?? [];
}

/** A plan in one word, for a command line. */
export const written = (plan: readonly Intent[]): string =>
  Buffer.from(JSON.stringify(plan.map(({ what, dice }) => [what, dice]))).toString('base64url');

/** Throws where it was not written by `written`. */
export function readPlan(word: string): Intent[] {
  const pairs = JSON.parse(Buffer.from(word, 'base64url').toString()) as [string, number][];
  return pairs.map(([what, dice]) => ({ what, dice }));
}

const rulesOf = ({ violations }: Outcome): string[] => violations.map(({ rule }) => rule);

/**
 * The smallest plan found by which one of the same rules is broken under the same seed: first without what comes behind
 * the violation, then by fast-check's shrinking.
 */
export async function shrunk(
  seed: number,
  plan: readonly Intent[],
  rules: readonly string[],
  options: EpisodeOptions,
): Promise<Intent[]> {
  let smallest = [...plan];
  const breaks = async (smaller: Intent[]): Promise<boolean> => {
    const outcome = await runEpisode(seed, smaller, { ...options, only: rules });
    if (rulesOf(outcome).length === 0) return false;
    smallest = smaller;
    return true;
  };
  const property = fc.asyncProperty(plans, async (smaller) => !(await breaks(smaller)));
  await fc.check(property, { examples: [[smallest]], numRuns: 1, seed, skipAllAfterTimeLimit: SHRINK_MS });
  return smallest;
}
