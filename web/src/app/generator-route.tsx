import type { Generation } from '@easel/contracts/generation/http';
import { useState } from 'react';
import { useBalance } from '../features/account/balance.ts';
import { ImageViewer } from '../features/gallery/image-viewer.tsx';
import { GeneratorPage } from '../features/generation/generator-page.tsx';
import { forgetGeneration } from '../features/generation/jobs.ts';
import { useMe } from '../features/members/session.ts';
import { closeToHeading } from '../lib/focus.ts';

/** The generator with the member's purse beside it and the gallery's viewer above it. */
export default function GeneratorRoute() {
  const me = useMe();
  const balance = useBalance();
  const [opened, setOpened] = useState<{ generation: Generation; variantIndex: number } | null>(null);
  return (
    <>
      <GeneratorPage
        preferences={me.data?.user.preferences}
        credits={balance.data?.credits}
        onOpenImage={(generation, variantIndex) => setOpened({ generation, variantIndex })}
      />
      {opened && (
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
