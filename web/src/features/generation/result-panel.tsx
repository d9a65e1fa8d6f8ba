import { STUDIO_DAYS } from '@easel/contracts/generation/policy';
import { useInfiniteQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactNode } from 'react';
import { counted } from '../../lib/figures.ts';
import { useNow } from '../../lib/clock.ts';
import { moveByArrows } from '../../lib/grid-keys.ts';
import { Button } from '../../ui/button.tsx';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { FailedState } from '../../ui/states.tsx';
import type { FormChanges } from './form-sources.ts';
import { idOf, isOpen, isUnsent, type JobList } from './job-list.ts';
import type { JobActions } from './jobs.ts';
import { useLive } from './live.ts';
import { recentWork, recentWorkQuery } from './recent-work.ts';
import { ResultCard } from './result-card.tsx';
import { ResultDeedsContext, type ResultDeeds, type ResultImage, type ResultTools } from './result-deeds.ts';
import { resultsOf, sectionsOf } from './result-list.ts';
import styles from './result-panel.module.css';
import { ratioOf, ResultSheet } from './result-sheet.tsx';
import { ResultsSkeleton } from './studio-skeleton.tsx';

/** They come where there is no work yet, or when a member asks for them. */
const Inspirations = lazy(() => import('./inspirations.tsx').then((module) => ({ default: module.Inspirations })));
const CompareDialog = lazy(() => import('./compare-dialog.tsx'));

interface ResultPanelProps {
  jobs: JobList;
  actions: JobActions;
  tools: ResultTools;
  /** Pictures of others to begin with. */
  inspiration: ReactNode;
  onReuse: (changes: FormChanges, message: string) => void;
  onInspire: (prompt: string) => void;
}

/** Cards are wide enough for what stands under them; a phone has two beside each other. */
const layout = { minWidthPx: 160, targetHeightPx: (widthPx: number) => (widthPx < 600 ? 168 : 224) };

type Shown = 'work' | 'inspiration';

/** What was made and is being made, the newest on top, and what others made. */
export function ResultPanel({ jobs, actions, tools, inspiration, onReuse, onInspire }: ResultPanelProps) {
  const counts = useLive((live) => live.counts);
  const read = useInfiniteQuery(recentWorkQuery);
  const [wanted, setWanted] = useState<Shown | null>(null);
  const [pair, setPair] = useState<readonly ResultImage[]>([]);
  const work = recentWork(read.data?.pages.flatMap(({ generations }) => generations) ?? [], useNow().getTime());
  const results = resultsOf(jobs, work);
  const isNew = results.length === 0 && read.isSuccess;
  const shown = wanted ?? (isNew ? 'inspiration' : 'work');

  const [first, second] = pair;
  const deeds: ResultDeeds = {
    ...tools,
    actions,
    reuse: onReuse,
    compared: first ?? null,
    compare: (image) => setPair(first ? [first, image] : [image]),
  };
  return (
    <ResultDeedsContext value={deeds}>
      <UnderWay jobs={jobs} />
      <div className={styles.head}>
        <h2>{shown === 'work' ? 'Your work' : 'Inspiration'}</h2>
        <div className={styles.parts} role="group" aria-label="What is shown here">
          <Part name="Your work" pressed={shown === 'work'} onPress={() => setWanted('work')} />
          <Part name="Inspiration" pressed={shown === 'inspiration'} onPress={() => setWanted('inspiration')} />
        </div>
      </div>
      {first && (
        <Notice kind="info" action={<Button onClick={() => setPair([])}>Cancel</Button>}>
          Choose the picture to compare it with.
        </Notice>
      )}
      {shown === 'inspiration' && (
        <Suspense fallback={null}>
          <Inspirations onPick={onInspire} />
          {inspiration}
        </Suspense>
      )}
      {shown === 'work' && results.length === 0 && read.isPending && <ResultsSkeleton />}
      {shown === 'work' && results.length === 0 && read.isError && (
        <FailedState error={read.error} onRetry={() => void read.refetch()} />
      )}
      {shown === 'work' && isNew && <p className={styles.none}>What you make appears here.</p>}
      {shown === 'work' && (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrow keys are one way of many
        <div className={styles.sections} onKeyDown={moveByArrows}>
          {sectionsOf(results, counts).map((section) =>
            section.kind === 'sheet' ? (
              <ResultSheet key={section.key} results={section.results} />
            ) : (
              <JustifiedGrid
                {...layout}
                key={section.key}
                label="Pictures"
                items={section.results}
                ratioOf={ratioOf}
                keyOf={({ job }) => job.key}
              >
                {(result, tile) => <ResultCard result={result} tile={tile} />}
              </JustifiedGrid>
            ),
          )}
        </div>
      )}
      {shown === 'work' && results.length > 0 && (
        <p className={styles.foot}>
          {read.hasNextPage ? (
            <Button busy={read.isFetchingNextPage} onClick={() => void read.fetchNextPage()}>
              Show earlier work
            </Button>
          ) : (
            <span>{`Your work of the last ${STUDIO_DAYS} days. `}</span>
          )}
          <PageLink to="/your-gallery">All of it is in your gallery</PageLink>
        </p>
      )}
      {first && second && (
        <Suspense fallback={null}>
          <CompareDialog pair={[first, second]} onClose={() => setPair([])} />
        </Suspense>
      )}
    </ResultDeedsContext>
  );
}

/** How many there are, and no more: their ends are told by toasts. */
function UnderWay({ jobs }: Pick<ResultPanelProps, 'jobs'>) {
  const orders = useLive(
    (live) => jobs.filter((job) => isUnsent(job) || isOpen(live.jobs.get(idOf(job) ?? '')?.status ?? '')).length,
  );
  return (
    <p className="visually-hidden" role="status">
      {orders > 0 && `${counted(orders, 'order')} under way`}
    </p>
  );
}

const Part = ({ name, pressed, onPress }: { name: string; pressed: boolean; onPress: () => void }) => (
  <button type="button" aria-pressed={pressed} onClick={onPress}>
    {name}
  </button>
);
