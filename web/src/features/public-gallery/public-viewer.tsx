import type { Generation } from '@easel/contracts/generation/http';
import { useEffect, useState } from 'react';
import { closeToHeading } from '../../lib/focus.ts';
import { Lightbox } from '../../ui/lightbox.tsx';
import { askedAs } from '../images/image-details.ts';
import { PublicDetails } from './public-details.tsx';
import { WatermarkOverlay } from './watermark-overlay.tsx';

interface PublicViewerProps {
  generations: readonly Generation[];
  startId: string;
  signedIn: boolean;
  onClose: () => void;
}

/** Public images large, one at a time. */
export function PublicViewer({ generations, startId, signedIn, onClose }: PublicViewerProps) {
  const slides = generations.flatMap((generation) =>
    generation.variants.map((variant, variantIndex) => ({ generation, variant, variantIndex })),
  );
  const [shownId, setShownId] = useState(() => slides.find(({ generation }) => generation.id === startId)?.variant.id);
  const index = slides.findIndex(({ variant }) => variant.id === shownId);
  const slide = slides[index];
  const isGone = slide === undefined;
  // What was shown has left the list, and with it the card that opened this.
  useEffect(() => {
    if (isGone) queueMicrotask(() => closeToHeading(onClose));
  }, [isGone, onClose]);
  if (!slide) return null;
  const { generation, variant, variantIndex } = slide;
  return (
    <Lightbox
      picture={variant}
      alt={askedAs(generation, variantIndex).original_prompt}
      overlay={<WatermarkOverlay generation={generation} width={variant.width} height={variant.height} />}
      index={index}
      count={slides.length}
      onMove={(by) => setShownId(slides[index + by]?.variant.id ?? shownId)}
      onClose={onClose}
    >
      <PublicDetails generation={generation} variantIndex={variantIndex} signedIn={signedIn} />
    </Lightbox>
  );
}
