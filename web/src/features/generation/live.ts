import { generationHttp } from '@easel/contracts/generation/http';
import { liveEvents, type LiveJob } from '@easel/contracts/generation/live';
import type { Reply } from '@easel/contracts/kernel/client/address';
import type { QueryClient } from '@tanstack/react-query';
import { followLive } from '../../lib/live.ts';
import { knownPositions } from '../../lib/positions.ts';
import { readAnew } from '../../lib/queries.ts';
import { createStore, useSelected, useStore } from '../../lib/store.ts';
import { generationKey, hasMore } from './generations.ts';
import { noLiveJobs, received, type LiveJobEvent, type LiveJobs } from './live-jobs.ts';

/** One stream a tab, shared by everything on the page. */
const store = createStore<LiveJobs>(noLiveJobs);

export const useLiveJobs = (): LiveJobs => useStore(store);

/** A part of it: each step of each job is told, and few of them are anything to whoever shows one. */
export const useLive = <Part>(select: (live: LiveJobs) => Part): Part => useSelected(store, select);

/** After sign-out: the next member sees nothing of it. */
export const forgetLive = (): void => store.set(noLiveJobs);

/** Follows the member's jobs until the answer is called; `onJob` hears of each job as it stands after a fact. */
export function followJobs(client: QueryClient, onJob: (job: LiveJob) => void): () => void {
  return followLive(generationHttp.live, liveEvents, {
    onState: (state) => store.set({ ...store.get(), state }),
    onEvent(event) {
      const before = store.get();
      store.set(received(before, event));
      if (event.name === 'jobs') void readAgain(client, event);
      if (event.name !== 'job') return;
      noteWhere(event);
      if (isNews(before.jobs.get(event.data.id), event.data)) void lookAt(client, event.data);
      onJob(event.data);
    },
  });
}

/**
 * Looks at a generation that has news. A look that is on its way, as its image was told of just before, shows it the sooner where it is
 * not begun anew; what came too late for it is looked for afterwards.
 */
async function lookAt(client: QueryClient, job: LiveJob): Promise<void> {
  const queryKey = generationKey(job.id);
  await client.invalidateQueries({ queryKey }, { cancelRefetch: false });
  const seen = client.getQueryData<Reply<typeof generationHttp.one>>(queryKey);
  if (seen && hasMore(seen.generation, job)) await client.invalidateQueries({ queryKey });
}

/** What ended between a page's first look and the stream's beginning is told by nobody: lists are read again. */
function readAgain(client: QueryClient, event: LiveJobEvent): Promise<unknown> {
  noteWhere(event);
  return readAnew(client, 'generations');
}

/** What is read from now on contains the fact that this event tells of. */
function noteWhere({ id }: LiveJobEvent): void {
  if (id !== undefined && /^\d+$/.test(id)) knownPositions.note(`generation=${id}`);
}

/** Something that the generation itself shows as well: another state, another image. */
const isNews = (before: LiveJob | undefined, now: LiveJob): boolean =>
  before?.status !== now.status || before.done !== now.done;
