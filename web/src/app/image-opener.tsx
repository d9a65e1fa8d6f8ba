import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { LateImageViewer } from '../features/gallery/late-viewer.tsx';
import { call } from '../lib/api.ts';
import { closeToHeading } from '../lib/focus.ts';
import { toast } from '../ui/toast.tsx';

interface ImageOpenerProps {
  /**
   * Called for what is none of the member's own pictures; that there is nothing to see is said where it is left out.
   */
  onOther?: (generationId: string) => void;
  children: (open: (generationId: string) => void) => ReactNode;
}

/** A page from which one's own pictures are opened by their id, in the gallery's viewer above it. */
export function ImageOpener({ onOther, children }: ImageOpenerProps) {
  const { key: here } = useLocation();
  const [opened, setOpened] = useState<{ generation: Generation; at: string } | null>(null);
  const otherwise = (id: string) => (onOther ? onOther(id) : toast.error('No image available to view'));
  const find = useMutation({
    mutationFn: (id: string) => call(generationHttp.one, { params: { id } }),
    onSuccess: ({ generation }, id) => {
      if (generation.variants.length > 0) setOpened({ generation, at: here });
      else otherwise(id);
    },
    onError: (_error, id) => otherwise(id),
  });
  return (
    <>
      {children((id) => find.mutate(id))}
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
