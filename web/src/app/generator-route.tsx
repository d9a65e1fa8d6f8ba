import type { Generation } from '@easel/contracts/generation/http';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useBalance } from '../features/account/balance.ts';
import { imagesLeft } from '../features/account/limits.ts';
import { ImageViewer } from '../features/gallery/image-viewer.tsx';
import { GeneratorPage } from '../features/generation/generator-page.tsx';
import { forgetGeneration } from '../features/generation/jobs.ts';
import { useMe } from '../features/members/session.ts';
import { closeToHeading } from '../lib/focus.ts';

interface Opened {
  generation: Generation;
  variantIndex: number;
  /** Where in the history: a link in the viewer that leads back here closes it. */
  at: string;
}

/** The generator with the member's funds beside it and the gallery's viewer above it. */
export default function GeneratorRoute() {
  const me = useMe();
  const user = me.data?.user;
  const balance = useBalance();
  const { key: here } = useLocation();
  const [opened, setOpened] = useState<Opened | null>(null);
  const pending = me.isPending && me.fetchStatus === 'fetching' ? 'pending' : undefined;
  return (
    <>
      <GeneratorPage
        preferences={user ? { ...user.preferences, tier: user.subscription.tier } : pending}
        funds={{ credits: balance.data?.credits, imagesLeft: user && imagesLeft(user) }}
        onOpenImage={(generation, variantIndex) => setOpened({ generation, variantIndex, at: here })}
      />
      {opened?.at === here && (
        <ImageViewer
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
