import type { Generation } from '@easel/contracts/generation/http';
import { lazy, useMemo, useState } from 'react';
import { useBalance } from '../features/account/balance.ts';
import { imagesLeft } from '../features/account/limits.ts';
import { LateImageViewer } from '../features/gallery/late-viewer.tsx';
import { GeneratorPage } from '../features/generation/generator-page.tsx';
import { forgetGeneration } from '../features/generation/jobs.ts';
import type { ResultTools } from '../features/generation/result-deeds.ts';
import { slideKey } from '../features/images/slides.ts';
import { useMe } from '../features/members/session.ts';
import { useViewed } from '../ui/viewed.ts';
import { ImageTools, SheetTools } from './result-tools.tsx';

/** It comes when somebody looks for something to begin with; the results wait for it. */
const Beginnings = lazy(() => import('../features/public-gallery/beginnings.tsx'));

/** The generator with the member's funds beside it, the gallery's tools under its results and its viewer above it. */
export default function GeneratorRoute() {
  const me = useMe();
  const user = me.data?.user;
  const balance = useBalance();
  const { viewed, view, close, closeToHeading } = useViewed();
  const [opened, setOpened] = useState<Generation | null>(null);
  const pending = me.isPending && me.fetchStatus === 'fetching' ? 'pending' : undefined;
  const tools = useMemo<ResultTools>(
    () => ({
      ImageTools,
      SheetTools,
      open({ generation, variantIndex }) {
        setOpened(generation);
        view(slideKey(generation.id, variantIndex));
      },
    }),
    [view],
  );
  return (
    <>
      <GeneratorPage
        preferences={user?.preferences ?? pending}
        funds={{ credits: balance.data?.credits, imagesLeft: user && imagesLeft(user) }}
        tools={tools}
        inspiration={<Beginnings />}
      />
      {viewed !== null && (
        <LateImageViewer
          generations={opened ? [opened] : []}
          shown={viewed}
          onShow={view}
          onClose={close}
          onDeleted={(id) => {
            closeToHeading();
            forgetGeneration(id);
          }}
        />
      )}
    </>
  );
}
