import { setTimeout as sleep } from 'node:timers/promises';
import type { Given } from './probe.ts';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;
/** A look that takes longer is spoken of; most take no time, even while this process loads the rest of itself. */
const SILENCE_MS = 2_000;

export interface Waiting {
  readonly report: (line: string) => void;
  /** Somebody wants no start any more. */
  readonly signal?: AbortSignal | undefined;
  readonly patienceMs?: number;
  /** Between two looks. */
  readonly pauseMs?: number;
}

/**
 * Resolves when all of them can be used; says at once what is waited for. Throws one sentence: for what waiting does
 * not mend without waiting, for what did not answer in time with the way to look at it.
 */
export async function waitForGiven(given: readonly Given[], options: Waiting): Promise<void> {
  const over = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, over.signal]) : over.signal;
  try {
    await Promise.all(given.map((one) => waitFor(one, { ...options, signal })));
  } finally {
    over.abort();
  }
}

async function waitFor(
  given: Given,
  { report, signal, patienceMs = PATIENCE_MS, pauseMs = PAUSE_MS }: Waiting,
): Promise<void> {
  const { name, check } = given;
  let said = false;
  const say = (): void => {
    if (!said) report(`Waiting for ${name} …`);
    said = true;
  };
  // A host may be silent for long: whoever looks on is told before that is known.
  const silence = setTimeout(say, SILENCE_MS);
  const late = AbortSignal.timeout(patienceMs);
  const ended = signal ? AbortSignal.any([signal, late]) : late;
  const end = new Promise<undefined>((resolve) => {
    ended.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    for (let why = 'it is silent'; ;) {
      const found = await Promise.race([end, given.probe()]);
      signal?.throwIfAborted();
      if (!found) {
        const seconds = Math.round(patienceMs / 1_000);
        throw new Error(`${name} did not answer within ${seconds} s (${why}); look for yourself: ${check}`);
      }
      if (found.kind === 'refused') throw new Error(`${found.why}.`);
      if (found.kind === 'ready') {
        for (const warning of found.warnings) report(`${name} is not whole: ${warning}`);
        return;
      }
      why = found.why;
      say();
      await sleep(pauseMs, undefined, { signal: ended }).catch(() => undefined);
    }
  } finally {
    clearTimeout(silence);
  }
}
