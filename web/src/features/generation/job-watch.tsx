import { generationHttp } from '@easel/contracts/generation/http';
import type { LiveJob } from '@easel/contracts/generation/live';
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { invalidateMoved } from '../../lib/queries.ts';
import { useStore } from '../../lib/store.ts';
import { token } from '../../lib/token.ts';
import { toast } from '../../ui/toast.tsx';
import { generationKey, generationQuery } from './generations.ts';
import { idOf, isOpen } from './job-list.ts';
import { endedOf, JobOutcomes, type Ended } from './job-outcomes.ts';
import { jobList, useJobActions, useJobList } from './jobs.ts';
import { noLiveJobs } from './live-jobs.ts';
import { followJobs, useLiveJobs } from './live.ts';

/**
 * Follows every job of the member on whatever page: by the stream, and where that is down by looking at each. It tells
 * of each end once and has the lists read anew. One a page.
 */
export function JobWatch() {
  const client = useQueryClient();
  const actions = useJobActions();
  const jobs = useJobList();
  const live = useLiveJobs();
  const signedIn = useStore(token) !== null;
  const [ends] = useState(() => new Ends(client));

  useEffect(() => {
    if (!signedIn) return;
    actions.resume();
    return followJobs(client, (job) => ends.note(endedOf(job, job.variant_of)));
  }, [client, actions, ends, signedIn]);

  useEffect(() => {
    actions.adopt([...live.jobs.values()].map(asUnderWay));
    for (const job of jobs) {
      const told = live.jobs.get(idOf(job) ?? '');
      // What it made stands with the image that it is a variant of.
      if (job.variantOf !== null && told && !isOpen(told.status)) actions.dismiss(job);
    }
    ends.tell();
  }, [actions, ends, jobs, live.jobs]);

  const ids = jobs.flatMap((job) => (job.variantOf === null ? (idOf(job) ?? []) : [])).filter((id) => !ends.has(id));
  const told = live.state === 'open' ? live.jobs : noLiveJobs.jobs;
  return ids.map((id) => <Look key={id} id={id} told={told.get(id)} ends={ends} />);
}

/** Looks at one job until it has ended. */
function Look({ id, told, ends }: { id: string; told: LiveJob | undefined; ends: Ends }) {
  const { data } = useQuery(generationQuery(id, told));
  useEffect(() => ends.note(data && endedOf(data.generation, null)), [data, ends]);
  return null;
}

const asUnderWay = ({ variant_of, ...job }: LiveJob) => ({ ...job, variantOf: variant_of });

/** Several that end at once move the lists once. */
const REFRESH_AFTER_MS = 250;
/** What processes of their own do about an end, a little later: give credits back, attach a variant. */
const FOLLOWED_UP_AFTER_MS = 2000;

/** Ends that are to be told of, as soon as it is known what they belong to. */
class Ends {
  readonly #client: QueryClient;
  readonly #outcomes = new JobOutcomes();
  readonly #known = new Set<string>();
  #unreported: Ended[] = [];
  #refresh: ReturnType<typeof setTimeout> | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  /** Whether it has ended, and whoever shows it knows how. */
  has(id: string): boolean {
    return this.#known.has(id);
  }

  note(ended: Ended | undefined): void {
    if (!ended || this.#known.has(ended.id)) return;
    this.#known.add(ended.id);
    this.#unreported.push(ended);
    this.#refreshSoon(ended);
    this.tell();
  }

  /** While an order is being sent, the one that ended may be of its batch. */
  tell(): void {
    const jobs = jobList();
    if (jobs.some(({ phase }) => phase.name === 'sending')) return;
    const unreported = this.#unreported;
    this.#unreported = [];
    for (const ended of unreported) {
      const told = this.#outcomes.tell(ended, jobs);
      if (told) toast[told.kind](told.text);
    }
  }

  #refreshSoon({ status, variantOf }: Ended): void {
    clearTimeout(this.#refresh);
    this.#refresh = setTimeout(() => this.#refreshAll(), REFRESH_AFTER_MS);
    if (status === 'completed' && variantOf === null) return;
    setTimeout(() => {
      this.#refreshAll();
      if (variantOf !== null) void this.#client.invalidateQueries({ queryKey: generationKey(variantOf) });
    }, FOLLOWED_UP_AFTER_MS);
  }

  #refreshAll(): void {
    void invalidateMoved(this.#client, generationHttp.generate);
  }
}
