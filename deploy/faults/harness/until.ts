import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_EVERY_MS = 25;

/**
 * Looks until there is an answer other than undefined or false. Throws after the deadline, with what `why` tells, or
 * what the last look threw: the world of these tests is another process, which calls nobody back.
 */
export async function until<T>(
  look: () => Promise<T | undefined | false> | T | undefined | false,
  {
    deadlineMs = 120_000,
    everyMs = LOOK_EVERY_MS,
    why = () => '',
  }: { deadlineMs?: number; everyMs?: number; why?: () => string } = {},
): Promise<T> {
  const deadline = performance.now() + deadlineMs;
  for (;;) {
    let thrown: unknown;
    try {
      const found = await look();
      if (found !== undefined && found !== false) return found;
    } catch (error) {
      thrown = error;
    }
    if (performance.now() > deadline) {
      throw new Error(`not so within ${deadlineMs / 1000} s ${why()}`, { cause: thrown });
    }
    await sleep(everyMs);
  }
}
