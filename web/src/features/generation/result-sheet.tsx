import type { Generation } from '@easel/contracts/generation/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { counted } from '../../lib/figures.ts';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { aspectRatioOf, aspectRatios } from '@easel/contracts/generation/policy';
import { ownWordsOf } from '../images/image-details.ts';
import { FrameTools } from './frame-tools.tsx';
import { idOf } from './job-list.ts';
import { JobStatus } from './job-status.tsx';
import { useLive } from './live.ts';
import { ResultCard, UnmadeTools } from './result-card.tsx';
import { useResultDeeds } from './result-deeds.ts';
import { ResultFrame } from './result-frame.tsx';
import { expectedOf, type Result } from './result-list.ts';
import styles from './result-sheet.module.css';
import { useJobView } from './use-job-view.ts';

/** Frames of a contact sheet: small, and wide enough for what stands under them. */
const layout = { minWidthPx: 160, targetHeightPx: (widthPx: number) => (widthPx < 600 ? 160 : 168) };

/** What was asked for at once, on one sheet: several prompts, or several images of one. */
export function ResultSheet({ results }: { results: readonly Result[] }) {
  const [only, second] = results;
  if (only && !second) return <ImagesSheet result={only} />;
  return <BatchSheet results={results} />;
}

/** Several images of one prompt. */
function ImagesSheet({ result, place }: { result: Result; place?: number }) {
  const { SheetTools } = useResultDeeds();
  const seen = useJobView(result);
  const { view, generation, error } = seen;
  const done = view.frames.some(({ variant }) => variant);
  return (
    <article className={styles.sheet} aria-label={view.prompt} data-state={view.state}>
      <header className={styles.head}>
        <div className={styles.words}>
          <p className={styles.prompt} title={view.prompt}>
            {place !== undefined && `${place} `}
            {view.prompt}
          </p>
          <p className={styles.meta}>{view.badges.join(' · ')}</p>
          <JobStatus view={view} complaint={error === null ? null : messageOf(error, view.text)} />
        </div>
        {view.state === 'completed' && generation ? (
          <SheetTools generations={[generation]} />
        ) : (
          <UnmadeTools result={result} seen={seen} />
        )}
      </header>
      {view.frames.length > 0 && (
        <JustifiedGrid
          {...layout}
          label={done ? 'Images' : 'Images to come'}
          items={view.frames}
          ratioOf={(frame) => frame.ratio}
          keyOf={(_, index) => String(index)}
        >
          {({ variant, preview }, tile, index) => (
            <div className={styles.frame}>
              <ResultFrame
                image={variant}
                generation={generation}
                jobId={idOf(result.job)}
                index={index}
                of={view.frames.length}
                tile={tile}
                preview={preview}
                ended={view.ended}
              />
              {variant && ownWordsOf(variant) !== null && (
                <p className={styles.ownWords} title={ownWordsOf(variant) ?? undefined}>
                  {ownWordsOf(variant)}
                </p>
              )}
              {variant && generation && view.ended ? (
                <FrameTools generation={generation} variantIndex={index} />
              ) : (
                <span className={styles.noTools} />
              )}
            </div>
          )}
        </JustifiedGrid>
      )}
    </article>
  );
}

/** Several prompts; those of several images have a sheet of their own within it. */
function BatchSheet({ results }: { results: readonly Result[] }) {
  const { SheetTools } = useResultDeeds();
  const counts = useLive((live) => live.counts);
  const finished = results.flatMap(({ generation }) => (generation?.status === 'completed' ? [generation] : []));
  const areSingle = results.every((result) => expectedOf(result, counts) <= 1);
  return (
    <section className={styles.sheet} aria-label={`Batch of ${counted(results.length, 'prompt')}`}>
      <header className={styles.head}>
        <div className={styles.words}>
          <h3>{`Batch of ${counted(results.length, 'prompt')}`}</h3>
          <p className={styles.meta}>
            {finished.length === results.length ? 'All done' : `${finished.length} of ${results.length} done`}
          </p>
        </div>
        {finished.length > 0 && <SheetTools generations={finished} />}
      </header>
      {areSingle ? (
        <JustifiedGrid
          {...layout}
          label="Contact sheet"
          items={results}
          ratioOf={ratioOf}
          keyOf={({ job }) => idOf(job) ?? job.key}
        >
          {(result, tile, index) => <ResultCard result={result} tile={tile} place={index + 1} />}
        </JustifiedGrid>
      ) : (
        results.map((result, index) => <ImagesSheet key={result.job.key} result={result} place={index + 1} />)
      )}
    </section>
  );
}

/** Width ÷ height of what a result shows, or will. */
export function ratioOf({ job, generation }: Result): number {
  const [first] = generation?.variants ?? [];
  if (first) return first.width / first.height;
  const asked = job.order?.aspect_ratio ?? shapeOf(generation);
  const { width, height } = aspectRatios[aspectRatioOf(asked ?? '') ?? 'square_1_1'];
  return width / height;
}

const shapeOf = (generation: Generation | undefined): string | undefined => generation?.metadata.aspect_ratio;
