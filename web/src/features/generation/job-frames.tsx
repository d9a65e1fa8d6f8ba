import type { Generation } from '@easel/contracts/generation/http';
import { JustifiedGrid } from '../../ui/justified-grid.tsx';
import { Picture } from '../../ui/picture.tsx';
import styles from './job-frames.module.css';
import type { JobFrame } from './job-view.ts';

export type OpenImage = (generation: Generation, variantIndex: number) => void;

interface JobFramesProps {
  frames: readonly JobFrame[];
  generation: Generation | undefined;
  onOpenImage: OpenImage;
}

/** One image is shown large, several in as many columns as suit their number; tall ones stay on the screen. */
const heightPxFor =
  ({ length: count, 0: first }: readonly JobFrame[]) =>
  (widthPx: number, gapPx: number) => {
    const columns = count === 1 ? 1 : count > 4 && widthPx >= 600 ? 4 : 2;
    const columnPx = (widthPx - gapPx * (columns - 1)) / columns;
    return Math.min(columnPx / (first?.ratio ?? 1), count === 1 ? 440 : 320);
  };

/** The images of a job at the size they will have, from the start; each takes its place when it has come. */
export function JobFrames({ frames, generation, onOpenImage }: JobFramesProps) {
  if (frames.length === 0) return null;
  return (
    <JustifiedGrid
      label="Images"
      items={frames}
      ratioOf={(frame) => frame.ratio}
      keyOf={(_, index) => String(index)}
      targetHeightPx={heightPxFor(frames)}
      minWidthPx={72}
    >
      {({ variant }, tile, index) =>
        variant && generation ? (
          <button
            type="button"
            className={styles.image}
            style={{ width: tile.pictureWidthPx, height: tile.heightPx }}
            onClick={() => onOpenImage(generation, index)}
            aria-label={`Open image ${index + 1} of ${frames.length}`}
          >
            <Picture
              src={variant.image_url}
              alt=""
              width={variant.width}
              height={variant.height}
              thumbhash={variant.thumbhash}
              eager
              shape="filled"
            />
          </button>
        ) : (
          <span className={styles.waiting} style={{ width: tile.pictureWidthPx, height: tile.heightPx }} />
        )
      }
    </JustifiedGrid>
  );
}
