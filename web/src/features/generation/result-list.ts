import type { Generation } from '@easel/contracts/generation/http';
import { idOf, isOpen, type Job, type JobList } from './job-list.ts';
import type { LiveJobs } from './live-jobs.ts';

/** One generation among the results: an order of this session, or work of before. */
export interface Result {
  job: Job;
  /** As the member's list has it; undefined until it is there. */
  generation: Generation | undefined;
}

/** What stands together: pictures of one image each in rows, or a sheet of those that were asked for at once. */
export type Section =
  | { kind: 'rows'; key: string; results: readonly Result[] }
  | { kind: 'sheet'; key: string; results: readonly Result[] };

/** Orders of this session on top, as they were made; below them the work of before, the newest first. */
export function resultsOf(jobs: JobList, work: readonly Generation[]): Result[] {
  const byId = new Map(work.map((generation) => [generation.id, generation]));
  const ofSession = jobs.map((job): Result => ({ job, generation: byId.get(idOf(job) ?? '') }));
  const known = new Set(jobs.map(idOf));
  return [...ofSession, ...work.filter(({ id }) => !known.has(id)).map(asResult)];
}

const asResult = (generation: Generation): Result => ({
  generation,
  job: {
    key: generation.id,
    request: generation.batch_id ?? generation.id,
    order: null,
    variantOf: null,
    submittedAtMs: Date.parse(generation.created_at),
    phase: { name: 'accepted', id: generation.id },
  },
});

/**
 * What of them stands together, in the order of the first of each. `counts`: how many images are to come, as the stream
 * tells.
 */
export function sectionsOf(results: readonly Result[], counts: LiveJobs['counts']): Section[] {
  const sections: Section[] = [];
  for (const batch of batchesOf(results)) {
    const [first, second] = batch;
    if (!first) continue;
    if (second || expectedOf(first, counts) > 1) {
      sections.push({ kind: 'sheet', key: first.job.key, results: batch });
      continue;
    }
    const last = sections.at(-1);
    if (last?.kind === 'rows') sections[sections.length - 1] = { ...last, results: [...last.results, first] };
    else sections.push({ kind: 'rows', key: 'rows', results: [first] });
  }
  // Named by what follows: what comes on top leaves the rows below as they are.
  return sections.map((section, index) =>
    section.kind === 'rows' ? { ...section, key: `rows above ${sections[index + 1]?.key ?? 'the end'}` } : section,
  );
}

/** Those that were asked for at once, together, in the order in which they were asked for. */
function batchesOf(results: readonly Result[]): Result[][] {
  // A session knows its batch by the request, the server by an id: they are the same.
  const ids = new Map(
    results.flatMap(({ job, generation }) => (generation?.batch_id ? [[job.request, generation.batch_id]] : [])),
  );
  const batches = new Map<string, Result[]>();
  for (const result of results) {
    const key = result.generation?.batch_id ?? ids.get(result.job.request) ?? result.job.request;
    batches.set(key, [...(batches.get(key) ?? []), result]);
  }
  return [...batches.values()].map((batch) => (batch.every(isOfSession) ? batch : batch.toSorted(byTime)));
}

const isOfSession = ({ job }: Result): boolean => job.order !== null;
const byTime = (a: Result, b: Result): number => a.job.submittedAtMs - b.job.submittedAtMs;

/** How many images it has, or will have. */
export function expectedOf({ job, generation }: Result, counts: LiveJobs['counts']): number {
  const stored = generation?.variants.length ?? 0;
  if (generation && !isOpen(generation.status)) return stored;
  return Math.max(stored, job.order?.count ?? counts.get(idOf(job) ?? '') ?? 1);
}
