import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { LateImageViewer } from '../features/gallery/late-viewer.tsx';
import { slideKey } from '../features/images/slides.ts';
import { call } from '../lib/api.ts';
import { toast } from '../ui/toast.tsx';
import { useViewed } from '../ui/viewed.ts';

interface ImageOpenerProps {
  /**
   * Called for what is none of the member's own pictures; that there is nothing to see is said where it is left out.
   */
  onOther?: (generationId: string) => void;
  children: (open: (generationId: string) => void) => ReactNode;
}

/** A page from which one's own pictures are opened by their id, in the gallery's viewer above it. */
export function ImageOpener({ onOther, children }: ImageOpenerProps) {
  const { viewed, view, close, closeToHeading } = useViewed();
  const [opened, setOpened] = useState<Generation | null>(null);
  const otherwise = (id: string) => (onOther ? onOther(id) : toast.error('No image available to view'));
  const find = useMutation({
    mutationFn: (id: string) => call(generationHttp.one, { params: { id } }),
    onSuccess: ({ generation }, id) => {
      if (generation.variants.length === 0) return otherwise(id);
      setOpened(generation);
      view(slideKey(id, 0));
    },
    onError: (_error, id) => otherwise(id),
  });
  return (
    <>
      {children((id) => find.mutate(id))}
      {viewed !== null && (
        <LateImageViewer
          generations={opened ? [opened] : []}
          shown={viewed}
          onShow={view}
          onClose={close}
          onDeleted={closeToHeading}
        />
      )}
    </>
  );
}
