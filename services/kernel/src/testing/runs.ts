/** Reads how many times as many cases tests try as `npm test` does; 1 where TEST_RUNS is not set. */
function timesOf({ TEST_RUNS = '1' }: NodeJS.ProcessEnv): number {
  const times = Number(TEST_RUNS);
  if (!(times > 0)) throw new Error(`TEST_RUNS must be a number above 0, not ${TEST_RUNS}`);
  return times;
}

/**
 * Returns how many cases a property test tries, and how many milliseconds it may take for them.
 * `TEST_RUNS=10 npx vitest run account.model` tries ten times as many.
 */
export const runs = (usual: number, env: NodeJS.ProcessEnv = process.env): number => Math.ceil(usual * timesOf(env));

/**
 * Returns a function that gives one in `of` of these cases, others with each call, so that several calls together give
 * all of them. With TEST_RUNS at `of` or above every call gives all.
 */
export function rotating<Case>(cases: readonly Case[], of: number, env: NodeJS.ProcessEnv = process.env): () => Case[] {
  const step = Math.max(1, Math.round(of / timesOf(env)));
  let turn = 0;
  return () => {
    const first = turn++ % step;
    return cases.filter((_, index) => index % step === first);
  };
}
