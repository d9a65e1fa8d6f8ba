import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { LateImageViewer } from '../features/gallery/late-viewer.tsx';
import { Funds } from '../features/purchases/funds.tsx';
import { StatementPage } from '../features/statement/statement-page.tsx';
import { call } from '../lib/api.ts';
import { closeToHeading } from '../lib/focus.ts';
import { toast } from '../ui/toast.tsx';

const NO_IMAGE = 'No image available to view';

/** The statement with the way to fill the wallet in it, and the gallery's viewer above it. */
export default function StatementRoute() {
  const { key: here } = useLocation();
  const [opened, setOpened] = useState<{ generation: Generation; at: string } | null>(null);
  const find = useMutation({
    mutationFn: (id: string) => call(generationHttp.one, { params: { id } }),
    onSuccess: ({ generation }) => {
      if (generation.variants.length > 0) setOpened({ generation, at: here });
      else toast.error(NO_IMAGE);
    },
    onError: () => toast.error(NO_IMAGE),
  });
  return (
    <>
      <StatementPage
        funds={(wantedDollars) => <Funds dollars={null} wantedDollars={wantedDollars} />}
        onOpenImage={(id) => find.mutate(id)}
      />
      {opened?.at === here && (
        <LateImageViewer
          generations={[opened.generation]}
          start={{ generationId: opened.generation.id, variantIndex: 0 }}
          onClose={() => setOpened(null)}
          onDeleted={() => closeToHeading(() => setOpened(null))}
        />
      )}
    </>
  );
}
