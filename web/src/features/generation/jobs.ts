import { generationHttp, generationProblems } from '@easel/contracts/generation/http';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { onlineManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/api.ts';
import { invalidateMoved, readAnew } from '../../lib/queries.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { toast } from '../../ui/toast.tsx';
import { newPriceOf } from '../providers/price-change.ts';
import { forgetDraft } from './draft.ts';
import type { GenerationOrder } from './generator-form.ts';
import { generationKey } from './generations.ts';
import {
  accepted,
  adopted,
  idOf,
  inPhase,
  isUnsent,
  keepsItsKey,
  ordered,
  retried,
  requestOf,
  without,
  withoutRequest,
  type Job,
  type JobList,
  type UnderWay,
  type Request,
} from './job-list.ts';
import { forgetLive } from './live.ts';
import { outbox } from './outbox.ts';
import { promptHistory } from './prompt-history.ts';
import { sentOf } from './sent-order.ts';

/** Outside the component tree, as orders go on while other pages are looked at. */
const store = createStore<JobList>([]);
const change = (jobs: JobList): void => {
  if (jobs === store.get()) return;
  store.set(jobs);
  outbox.keep(jobs);
};

export const jobList = (): JobList => store.get();
export const useJobList = (): JobList => useStore(store);

/** After sign-out: the next member sees nothing of it. */
export function forgetJobs(): void {
  change([]);
  forgetLive();
  forgetDraft();
  promptHistory.clear();
}

/** Drops the card of a generation that was deleted. */
export function forgetGeneration(id: string): void {
  change(store.get().filter((job) => idOf(job) !== id));
}

export interface JobActions {
  /** All of them at once, or none. */
  order(orders: readonly GenerationOrder[]): void;
  /** Sends anew what was refused, or what nobody knows of. */
  again(job: Job): void;
  /** Has drawn what was refused because it is not understood. */
  agree(job: Job): void;
  /** Orders again, at the price that the server says, what was refused because it costs another one. */
  reprice(job: Job, credits: number): void;
  /** Takes the whole request off the list; gives its orders. */
  withdraw(job: Job): readonly GenerationOrder[];
  /** The generation that was made instead of a failed one. */
  retried(job: Job, id: string): void;
  dismiss(job: Job): void;
  adopt(found: readonly UnderWay[]): void;
  /** Sends what was not answered before the reload. */
  resume(): void;
}

export function useJobActions(): JobActions {
  const client = useQueryClient();
  return useMemo(() => jobActions(client), [client]);
}

export const jobActions = (client: QueryClient): JobActions => ({
  order: (orders) => start(client, orders),
  again(job) {
    const request = requestOf(store.get(), job.request);
    if (request.orders.length === 0) return;
    if (job.phase.name === 'refused' && keepsItsKey(job.phase.error)) {
      change(inPhase(store.get(), request.key, { name: 'sending' }));
      void send(client, request);
      return;
    }
    change(withoutRequest(store.get(), request.key));
    start(client, request.orders);
  },
  agree: (job) =>
    start(
      client,
      withdrawn(job).map((order) => ({ ...order, agreed: true })),
    ),
  reprice: (job, credits) =>
    start(
      client,
      withdrawn(job).map((order) => ({ ...order, expected_credits: credits })),
    ),
  withdraw: withdrawn,
  retried: (job, id) => change(retried(store.get(), job.key, id)),
  dismiss: (job) => change(isUnsent(job) ? withoutRequest(store.get(), job.request) : without(store.get(), job.key)),
  adopt: (found) => change(adopted(store.get(), found)),
  resume() {
    const known = new Set(store.get().map(({ request }) => request));
    for (const request of outbox.read().toReversed()) {
      if (known.has(request.key)) continue;
      change(ordered(store.get(), request, Date.now()));
      void send(client, request);
    }
  },
});

function withdrawn(job: Job): readonly GenerationOrder[] {
  const { key, orders } = requestOf(store.get(), job.request);
  change(withoutRequest(store.get(), key));
  return orders;
}

function start(client: QueryClient, orders: readonly GenerationOrder[]): void {
  const request = { key: crypto.randomUUID(), orders };
  change(ordered(store.get(), request, Date.now()));
  promptHistory.note(orders.map(({ prompt }) => prompt));
  void send(client, request);
}

const RESEND_AFTER_MS = [1000, 3000];

/** Sends a request; where no answer came it is sent again under the same key. Without a connection it waits for one. */
async function send(client: QueryClient, request: Request): Promise<void> {
  const waits = RESEND_AFTER_MS.values();
  for (;;) {
    if (!onlineManager.isOnline()) {
      change(inPhase(store.get(), request.key, { name: 'waiting' }));
      await connection();
      if (!isWaiting(request)) return;
      change(inPhase(store.get(), request.key, { name: 'sending' }));
    }
    try {
      const ids = await deliver(client, request);
      if (!isWaiting(request)) return;
      change(accepted(store.get(), request.key, ids));
      await invalidateMoved(client, generationHttp.generate);
      return;
    } catch (error) {
      if (!isWaiting(request)) return;
      const failure = error instanceof ApiError ? error : new ApiError('malformed', 'Generation failed');
      if (failure.kind === 'network' && !onlineManager.isOnline()) continue;
      const { value: waitMs } = waits.next();
      if (failure.kind !== 'network' || waitMs === undefined) {
        change(inPhase(store.get(), request.key, { name: 'refused', error: failure }));
        // The card asks.
        if (isQuestion(failure)) toast.info('Nothing is charged yet: your order asks you something');
        else toast.error(failure.message);
        // A refusal may mean that the balance on the screen is old.
        await invalidateMoved(client, generationHttp.generate);
        // So may what was shown of the providers.
        if (failure.code.startsWith('providers.')) await readAnew(client, 'providers');
        return;
      }
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      if (!isWaiting(request)) return;
    }
  }
}

/** A prompt that is not understood, or a price that is no longer the one that was shown. */
const isQuestion = (failure: ApiError): boolean =>
  failure.code === generationProblems.notUnderstood.code || newPriceOf(failure) !== undefined;

/** The ids of what was accepted, in the order of the orders. */
async function deliver(client: QueryClient, { key, orders }: Request): Promise<readonly string[]> {
  const options = { idempotencyKey: key, respondAsync: true };
  const [only] = orders;
  if (orders.length !== 1 || !only) {
    const { generations } = await call(generationHttp.batch, { body: { requests: orders.map(sentOf) } }, options);
    return generations.map(({ id }) => id);
  }
  const { generation } = await call(generationHttp.generate, { body: sentOf(only) }, options);
  if ('variants' in generation) client.setQueryData(generationKey(generation.id), { success: true, generation });
  return [generation.id];
}

const connection = () =>
  new Promise<void>((resolve) => {
    const end = onlineManager.subscribe((online) => {
      if (!online) return;
      end();
      resolve();
    });
  });

/** False once its cards are gone, by sign-out for one. */
const isWaiting = ({ key }: Request) => store.get().some((job) => job.request === key && isUnsent(job));
