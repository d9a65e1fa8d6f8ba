import type { Generation } from '@easel/contracts/generation/http';
import { ChevronLeft, ChevronRight, Download, Trash2, X } from 'lucide-react';
import { useState, type CSSProperties } from 'react';
import { Button, IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Time } from '../../ui/time.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { detailsOf } from './details.ts';
import styles from './image-viewer.module.css';
import { useDownload } from './use-download.ts';

interface ImageViewerProps {
  /** Their images are leafed through in this order. */
  generations: readonly Generation[];
  start: { generationId: string; variantIndex: number };
  onClose: () => void;
  onDeleted: (id: string) => void;
}

/** One's own images large, one at a time, with what they were made from. Arrow keys leaf. */
export function ImageViewer({ generations, start, onClose, onDeleted }: ImageViewerProps) {
  const slides = generations.flatMap((generation) =>
    generation.variants.map((variant, variantIndex) => ({ generation, variant, variantIndex })),
  );
  const [shownId, setShownId] = useState(
    () =>
      slides.find((slide) => slide.generation.id === start.generationId && slide.variantIndex === start.variantIndex)
        ?.variant.id,
  );
  const [deleting, setDeleting] = useState(false);
  const downloading = useDownload();

  const index = slides.findIndex((slide) => slide.variant.id === shownId);
  const slide = slides[index];
  if (!slide) return null;
  const { generation, variant, variantIndex } = slide;

  const move = (by: 1 | -1) => {
    const next = slides[index + by];
    if (next) setShownId(next.variant.id);
  };

  return (
    <Dialog
      label="Image preview"
      onClose={onClose}
      className={styles.viewer}
      onArrow={(direction) => move(direction === 'left' ? -1 : 1)}
    >
      <div className={styles.stage}>
        <div className={styles.room}>
          <div className={styles.fit} style={{ '--ratio': variant.width / variant.height } as CSSProperties}>
            <Picture
              src={variant.image_url}
              alt={generation.original_prompt}
              width={variant.width}
              height={variant.height}
              thumbhash={variant.thumbhash}
              eager
            />
          </div>
        </div>
        {slides.length > 1 && (
          <div className={styles.leafing}>
            <IconButton label="Previous image" disabled={index === 0} onClick={() => move(-1)}>
              <ChevronLeft size={28} />
            </IconButton>
            <p aria-live="polite">
              <span className="visually-hidden">Image </span>
              {`${index + 1} / ${slides.length}`}
            </p>
            <IconButton label="Next image" disabled={index === slides.length - 1} onClick={() => move(1)}>
              <ChevronRight size={28} />
            </IconButton>
          </div>
        )}
      </div>
      <div className={styles.about}>
        <div className={styles.head}>
          <h2>Details</h2>
          <IconButton label="Close" onClick={onClose}>
            <X size={20} />
          </IconButton>
        </div>
        <div className={styles.actions}>
          <Button
            look="primary"
            busy={downloading.isPending}
            onClick={() => downloading.start(generation, variantIndex)}
          >
            <Download size={20} aria-hidden="true" />
            Download
          </Button>
          <Button onClick={() => setDeleting(true)}>
            <Trash2 size={20} aria-hidden="true" />
            Delete
          </Button>
        </div>
        <p className={styles.prompt}>{generation.original_prompt}</p>
        <dl className={styles.details}>
          <div>
            <dt>Created</dt>
            <dd>
              <Time iso={generation.created_at} />
            </dd>
          </div>
          {detailsOf(generation, variantIndex).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
      {deleting && (
        <DeleteDialog
          generation={generation}
          onDeleted={() => onDeleted(generation.id)}
          onClose={() => setDeleting(false)}
        />
      )}
    </Dialog>
  );
}
