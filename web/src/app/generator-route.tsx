import { lazy, Suspense, useMemo, useState } from 'react';
import { useLocation } from 'react-router';
import { useBalance } from '../features/account/balance.ts';
import { imagesLeft } from '../features/account/limits.ts';
import { LateImageViewer } from '../features/gallery/late-viewer.tsx';
import { GeneratorPage } from '../features/generation/generator-page.tsx';
import { forgetGeneration } from '../features/generation/jobs.ts';
import type { ResultImage, ResultTools } from '../features/generation/result-deeds.ts';
import { useMe } from '../features/members/session.ts';
import { closeToHeading } from '../lib/focus.ts';
import { ImageTools, SheetTools } from './result-tools.tsx';

/** It comes when somebody looks for something to begin with. */
const Beginnings = lazy(() => import('../features/public-gallery/beginnings.tsx'));

interface Opened extends ResultImage {
  /** Where in the history: a link in the viewer that leads back here closes it. */
  at: string;
}

/** The generator with the member's funds beside it, the gallery's tools under its results and its viewer above it. */
export default function GeneratorRoute() {
  const me = useMe();
  const user = me.data?.user;
  const balance = useBalance();
  const { key: here } = useLocation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const pending = me.isPending && me.fetchStatus === 'fetching' ? 'pending' : undefined;
  const tools = useMemo<ResultTools>(
    () => ({ ImageTools, SheetTools, open: (image) => setOpened({ ...image, at: here }) }),
    [here],
  );
  return (
    <>
      <GeneratorPage
        preferences={user?.preferences ?? pending}
        funds={{ credits: balance.data?.credits, imagesLeft: user && imagesLeft(user) }}
        tools={tools}
        inspiration={
          <Suspense fallback={null}>
            <Beginnings />
          </Suspense>
        }
      />
      {opened?.at === here && (
        <LateImageViewer
          generations={[opened.generation]}
          start={{ generationId: opened.generation.id, variantIndex: opened.variantIndex }}
          onClose={() => setOpened(null)}
          onDeleted={(id) => {
            closeToHeading(() => setOpened(null));
            forgetGeneration(id);
          }}
        />
      )}
    </>
  );
}
