import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { generationQuery } from './generations.ts';
import { idOf, isOpen } from './job-list.ts';
import { viewOf, type JobView } from './job-view.ts';
import type { LiveJobSoFar } from './live-jobs.ts';
import { useLive } from './live.ts';
import type { Result } from './result-list.ts';

interface Seen {
  view: JobView;
  generation: Generation | undefined;
  liveJob: LiveJobSoFar | undefined;
  /** Why nothing is known of it; null otherwise. */
  error: unknown;
}

/** A result as it stands: by the list once it has ended there, until then by the stream and by looking at it. */
export function useJobView({ job, generation: listed }: Result): Seen {
  const id = idOf(job);
  const liveJob = useLive(({ jobs }) => jobs.get(id ?? ''));
  const isStreaming = useLive(({ state }) => state === 'open');
  const settled = listed !== undefined && !isOpen(listed.status);
  const query = useQuery({
    ...generationQuery(id ?? '', isStreaming ? liveJob : undefined),
    enabled: id !== undefined && job.variantOf === null && !settled,
  });
  const read = query.data?.generation;
  // What the news brings is shown in the same rendering that the news cause.
  const known = read && !isOpen(read.status) ? read : (liveJob?.generation ?? read ?? listed);
  const generation = settled ? listed : known;
  const unseen = id !== undefined && query.isError && !generation && !liveJob;
  return { view: viewOf(job, generation, liveJob), generation, liveJob, error: unseen ? query.error : null };
}
