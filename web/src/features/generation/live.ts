import { generationHttp } from '@easel/contracts/generation/http';
import { liveEvents, type LiveJob } from '@easel/contracts/generation/live';
import type { Reply } from '@easel/contracts/kernel/client/address';
import type { QueryClient } from '@tanstack/react-query';
import { followLive } from '../../lib/live.ts';
import { knownPositions } from '../../lib/positions.ts';
import { readAnew } from '../../lib/queries.ts';
import { createStore, useSelected, useStore } from '../../lib/store.ts';
import { askForPictures } from './early-pictures.ts';
import { generationKey } from './generations.ts';
import { isOpen } from './job-list.ts';
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
      // Before anything is rendered: the files are on their way meanwhile.
      if (event.name === 'job') askEarly(event.data);
      store.set(received(store.get(), event));
      if (event.name === 'jobs') void readAgain(client, event);
      if (event.name !== 'job') return;
      noteWhere(event);
      // Until then the stream tells all that the generation itself would: it has no images before its end.
      if (!isOpen(event.data.status)) void show(client, event.data);
      onJob(event.data);
    },
  });
}

function askEarly({ id, generation, pictures = generation?.variants }: LiveJob): void {
  if (pictures) askForPictures(id, pictures);
}

/** What an ended one came to: as the stream has brought it, or else read once more. */
async function show(client: QueryClient, { id, generation }: LiveJob): Promise<void> {
  const queryKey = generationKey(id);
  if (!generation) return client.invalidateQueries({ queryKey });
  // What is being read just now knows less.
  await client.cancelQueries({ queryKey });
  client.setQueryData<Reply<typeof generationHttp.one>>(queryKey, { success: true, generation });
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
