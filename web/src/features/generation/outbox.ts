import { recordOf } from '@easel/contracts/kernel/record';
import { memberKeys, sessionStore } from '../../lib/storage.ts';
import type { GenerationOrder } from './generator-form.ts';
import { isUnsent, type JobList, type Request } from './job-list.ts';

const KEY = memberKeys.outbox;
/** Looks at what screens read of an order: the server checks all else, as a schema would come to every page. */
function isOrder(value: unknown): value is GenerationOrder {
  const { prompt, resolution, aspect_ratio: ratio } = recordOf(value);
  return [prompt, resolution, ratio].every((text) => typeof text === 'string');
}

function isRequest(value: unknown): value is Request {
  const { key, orders } = recordOf(value);
  return typeof key === 'string' && Array.isArray(orders) && orders.every(isOrder);
}

/**
 * Orders that have no answer yet. They outlive a reload in this tab and are then sent again under the same key, which
 * the server settles once.
 */
export const outbox = {
  /** The newest first. */
  read(): readonly Request[] {
    try {
      const saved: unknown = JSON.parse(sessionStore.get(KEY) ?? '[]');
      return Array.isArray(saved) && saved.every(isRequest) ? saved : [];
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
