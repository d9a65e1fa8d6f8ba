import type { liveEvents, LiveJob } from '@easel/contracts/generation/live';
import type { LiveEvent, LiveState } from '@easel/contracts/kernel/client/live';
import { isOpen } from './job-list.ts';

/** A job, and what its provider has of its next picture so far: a small WebP in base64. */
export type LiveJobSoFar = LiveJob & { preview?: string | undefined };

/** What the live stream has told so far. */
export interface LiveJobs {
  state: LiveState;
  /** By id, in the order in which they were asked for; of the ended ones the last few. */
  jobs: ReadonlyMap<string, LiveJobSoFar>;
  /** How many images each will have: the same map as long as no job comes or goes. */
  counts: ReadonlyMap<string, number>;
}

export type LiveJobEvent = LiveEvent<typeof liveEvents>;

export const noLiveJobs: LiveJobs = { state: 'connecting', jobs: new Map(), counts: new Map() };

/** Ended jobs that are remembered, as their cards may not have their images yet. */
const ENDED_KEPT = 50;

/** What is known after one more event. */
export function received(live: LiveJobs, event: LiveJobEvent): LiveJobs {
  const jobs = jobsAfter(live, event);
  if (jobs === live.jobs) return live;
  return { ...live, jobs, counts: countsOf(jobs, live.counts) };
}

function countsOf(jobs: LiveJobs['jobs'], known: LiveJobs['counts']): LiveJobs['counts'] {
  const ids = [...jobs.keys()];
  if (ids.length === known.size && ids.every((id) => known.has(id))) return known;
  return new Map(Array.from(jobs.values(), ({ id, count }) => [id, count]));
}

function jobsAfter(live: LiveJobs, event: LiveJobEvent): LiveJobs['jobs'] {
  switch (event.name) {
    case 'jobs': {
      // An open one that is missing here ended while nobody listened: it is forgotten, so that it is asked for.
      const ended = [...live.jobs.values()].filter(({ status }) => !isOpen(status));
      return byId([...ended, ...event.data.jobs]);
    }
    case 'job':
      return byId([...live.jobs.values(), withPreview(event.data, live.jobs.get(event.data.id))]);
    case 'progress': {
      const { id, ...progress } = event.data;
      const known = live.jobs.get(id);
      // What was on its way when the job ended says nothing new.
      if (!known || !isOpen(known.status)) return live.jobs;
      return new Map(live.jobs).set(id, {
        ...known,
        ...progress,
        preview: progress.preview ?? keptPreview(known, progress),
      });
    }
    case 'queue': {
      const places = new Map(event.data.waiting.map(({ id, ...place }) => [id, place]));
      const moved = [...live.jobs.values()].map((job) =>
        job.status === 'queued' ? { ...job, ...places.get(job.id) } : job,
      );
      return byId(moved);
    }
  }
}

/** A fact says nothing of previews: what was seen of a picture stays until there is more, or the picture. */
function withPreview(job: LiveJob, known: LiveJobSoFar | undefined): LiveJobSoFar {
  if (!known?.preview || !isOpen(job.status)) return job;
  return { ...job, preview: keptPreview(known, job) };
}

const keptPreview = (known: LiveJobSoFar, { done }: Pick<LiveJob, 'done'>): string | undefined =>
  done === known.done ? known.preview : undefined;

/** The later of two of the same id counts, at the place of the first. */
function byId(jobs: readonly LiveJobSoFar[]): ReadonlyMap<string, LiveJobSoFar> {
  const map = new Map<string, LiveJobSoFar>();
  for (const job of jobs) map.set(job.id, job);
  const ended = [...map.values()].filter(({ status }) => !isOpen(status));
  for (const { id } of ended.slice(0, Math.max(0, ended.length - ENDED_KEPT))) map.delete(id);
  return map;
}
