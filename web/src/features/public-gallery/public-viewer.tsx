import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Lightbox } from '../../ui/lightbox.tsx';
import { toast } from '../../ui/toast.tsx';
import { usePictureView } from '../telemetry/use-picture-view.ts';
import { askedAs } from '../images/image-details.ts';
import { generationIdOf, slidesOf } from '../images/slides.ts';
import { PublicDetails } from './public-details.tsx';
import { publicImageQuery } from './public-images.ts';
import { WatermarkOverlay } from './watermark-overlay.tsx';

interface PublicViewerProps {
  /** Their images are leafed through in this order. */
  generations: readonly Generation[];
  /** The image that is shown (`slideKey`); a link's that is not among these is shown by itself. */
  shown: string;
  onShow: (key: string) => void;
  signedIn: boolean;
  onClose: () => void;
  /** Called where what was shown has left the list, and with it the card that opened this. */
  onGone: () => void;
}

/** Public images large, one at a time. */
export function PublicViewer({ generations, shown, onShow, signedIn, onClose, onGone }: PublicViewerProps) {
  const id = generationIdOf(shown);
  const [isLinked] = useState(() => generations.every((generation) => generation.id !== id));
  const linked = useQuery({ ...publicImageQuery(id), enabled: isLinked });
  const slides = slidesOf(isLinked ? (linked.data ? [linked.data.generation] : []) : generations);
  const index = slides.findIndex(({ key }) => key === shown);
  const slide = slides[index];
  usePictureView(slide?.generation.id);
  const isGone = !isLinked && slide === undefined;
  useEffect(() => {
    if (isGone) onGone();
  }, [isGone, onGone]);
  const isNowhere = isLinked && (linked.isError || (linked.isSuccess && slide === undefined));
  useEffect(() => {
    if (!isNowhere) return;
    toast.error('No image available to view');
    onClose();
  }, [isNowhere, onClose]);
  if (!slide) return null;
  const { generation, variant, variantIndex } = slide;
  return (
    <Lightbox
      picture={variant}
      alt={askedAs(generation, variantIndex).original_prompt}
      overlay={<WatermarkOverlay generation={generation} width={variant.width} height={variant.height} />}
      index={index}
      count={slides.length}
      onMove={(by) => onShow(slides[index + by]?.key ?? shown)}
      onClose={onClose}
    >
      <PublicDetails generation={generation} variantIndex={variantIndex} signedIn={signedIn} />
    </Lightbox>
  );
}
