import * as z from 'zod/mini';
import { memberKeys, sessionStore } from '../../lib/storage.ts';
import type { GenerationOrder } from './generator-form.ts';
import { isUnsent, type JobList, type Request } from './job-list.ts';

const KEY = memberKeys.outbox;
/** What screens read of an order: the server checks all else, as its schema would come to every page of a member. */
const shown = z.object({ prompt: z.string(), resolution: z.string(), aspect_ratio: z.string() });
const saved = z.array(
  z.object({
    key: z.string(),
    orders: z.array(z.custom<GenerationOrder>((order) => z.safeParse(shown, order).success)),
  }),
);

/**
 * Orders that have no answer yet. They outlive a reload in this tab and are then sent again under the same key, which
 * the server settles once.
 */
export const outbox = {
  /** The newest first. */
  read(): readonly Request[] {
    try {
      return z.safeParse(saved, JSON.parse(sessionStore.get(KEY) ?? '[]')).data ?? [];
    } catch {
      return [];
    }
  },
  keep(jobs: JobList): void {
    const requests = new Map<string, GenerationOrder[]>();
    for (const job of jobs.filter(isUnsent)) {
      if (job.order) requests.set(job.request, [...(requests.get(job.request) ?? []), job.order]);
    }
    if (requests.size === 0) sessionStore.remove(KEY);
    else sessionStore.set(KEY, JSON.stringify([...requests].map(([key, orders]) => ({ key, orders }))));
  },
};
