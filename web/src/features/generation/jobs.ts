import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ApiError, call } from '../../lib/api.ts';
import { invalidateMoved } from '../../lib/queries.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { toast } from '../../ui/toast.tsx';
import type { GenerationOrder } from './generator-form.ts';
import {
  accepted,
  adopted,
  idOf,
  keepsItsKey,
  ordered,
  refused,
  resent,
  without,
  type Job,
  type JobList,
} from './job-list.ts';
import { generationKey } from './generations.ts';

/** Outside the component tree, as orders go on while other pages are looked at. */
const store = createStore<JobList>([]);

export const jobList = (): JobList => store.get();
export const useJobList = (): JobList => useStore(store);

/** After sign-out: the next member sees nothing of it. */
export const forgetJobs = (): void => store.set([]);

/** Drops the card of a generation that was deleted. */
export function forgetGeneration(id: string): void {
  store.set(store.get().filter((job) => idOf(job) !== id));
}

export interface JobActions {
  order(order: GenerationOrder): void;
  again(job: Job): void;
  dismiss(job: Job): void;
  adopt(generations: readonly Generation[]): void;
}

export function useJobActions(): JobActions {
  const client = useQueryClient();
  return useMemo(() => jobActions(client), [client]);
}

export const jobActions = (client: QueryClient): JobActions => ({
  order: (order) => startOrder(client, order),
  again(job) {
    if (!job.order) return;
    if (job.phase.name === 'refused' && keepsItsKey(job.phase.error)) {
      store.set(resent(store.get(), job.key));
      void send(client, job.key, job.order);
      return;
    }
    store.set(without(store.get(), job.key));
    startOrder(client, job.order);
  },
  dismiss: (job) => store.set(without(store.get(), job.key)),
  adopt: (generations) => store.set(adopted(store.get(), generations)),
});

function startOrder(client: QueryClient, order: GenerationOrder): void {
  const key = crypto.randomUUID();
  store.set(ordered(store.get(), key, order, Date.now()));
  void send(client, key, order);
}

const RESEND_AFTER_MS = [1000, 3000];

/** Sends an order; where no answer came it is sent again under the same key, which the server settles once. */
async function send(client: QueryClient, key: string, order: GenerationOrder): Promise<void> {
  for (const waitMs of [...RESEND_AFTER_MS, null]) {
    try {
      const reply = await call(generationHttp.generate, { body: order }, { idempotencyKey: key, respondAsync: true });
      if (!isWaiting(key)) return;
      const { generation } = reply;
      if ('variants' in generation) client.setQueryData(generationKey(generation.id), { success: true, generation });
      store.set(accepted(store.get(), key, generation.id));
      await invalidateMoved(client, generationHttp.generate);
      return;
    } catch (error) {
      if (!isWaiting(key)) return;
      const failure = error instanceof ApiError ? error : new ApiError('malformed', 'Generation failed');
      if (failure.kind !== 'network' || waitMs === null) {
        store.set(refused(store.get(), key, failure));
        toast.error(failure.message);
        // A refusal may mean that the balance on the screen is old.
        await invalidateMoved(client, generationHttp.generate);
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (!isWaiting(key)) return;
    }
  }
}

/** False once its card is gone, by sign-out for one. */
const isWaiting = (key: string) => store.get().some((job) => job.key === key && job.phase.name === 'sending');
