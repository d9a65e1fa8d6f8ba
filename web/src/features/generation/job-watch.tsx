import { generationHttp, generationProblems, type Generation } from '@easel/contracts/generation/http';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { invalidateMoved } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';
import { generationQuery } from './generations.ts';
import { idOf, isOpen } from './job-list.ts';
import { useJobList } from './jobs.ts';

/** Follows every generation of this session on whatever page, tells of its end once, and has the lists read anew. */
export function JobWatch() {
  const client = useQueryClient();
  const ids = useJobList().flatMap((job) => idOf(job) ?? []);
  const results = useQueries({ queries: ids.map(generationQuery) });
  const told = useRef(new Set<string>());

  useEffect(() => {
    for (const generation of results.flatMap((result) => result.data?.generation ?? [])) {
      if (isOpen(generation.status) || told.current.has(generation.id)) continue;
      told.current.add(generation.id);
      tell(generation);
      void invalidateMoved(client, generationHttp.generate);
    }
  });
  return null;
}

function tell({ status }: Generation): void {
  if (status === 'completed') toast.success('Image generated successfully!');
  else if (status === 'cancelled') toast.info(generationProblems.cancelled.message);
  else toast.error(generationProblems.failed.message);
}
