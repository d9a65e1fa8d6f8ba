import type { Generation } from '@easel/contracts/generation/http';
import type { MouseEvent } from 'react';
import { TILE } from '../../lib/grid-keys.ts';
import type { Tile } from '../../lib/justified.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './cover.module.css';
import { useImageDeals } from './image-deals.ts';
import { cardSizes, sourcesOf } from './image-details.ts';

interface CoverProps {
  generation: Generation;
  image: Generation['variants'][number];
  /** What was measured for it; without it, it fills what surrounds it, in the ratio of the class there. */
  tile?: Tile;
  onOpen: () => void;
  /** How wide it is shown, where that is not as in a gallery: as of `sizes` of a picture. */
  sizes?: string;
  eager?: boolean;
  /** One of very many, which are told by their picture alone. */
  plain?: boolean;
  /** Of the link; it may show `data-prompt`. */
  className?: string | undefined;
  /** Whether the heart is in the corner. */
  hearted?: boolean;
}

/** Whether a link is followed here: with a modifier the browser opens it in a place of its own. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey;

/**
 * The image that stands for a generation among others: a link to its page that opens it here, the heart in its corner.
 */
export function Cover({
  generation,
  image,
  tile,
  onOpen,
  sizes,
  eager = false,
  plain = false,
  className,
  hearted = true,
}: CoverProps) {
  const { Heart } = useImageDeals();
  const name = generation.original_prompt;
  return (
    <>
      <a
        {...TILE}
        href={`/image/${generation.id}`}
        className={[styles.open, tile ? undefined : styles.filling, className].filter(Boolean).join(' ')}
        onClick={(event) => {
          if (!isPlain(event)) return;
          event.preventDefault();
          onOpen();
        }}
        aria-label={`Open: ${name}`}
        data-prompt={plain ? name : undefined}
      >
        <span
          className={styles.picture}
          {...(tile && { style: { width: tile.pictureWidthPx, height: tile.heightPx } })}
        >
          <Picture
            src={image.thumbnail_url}
            sources={sourcesOf(image, sizes ?? (tile ? `${tile.pictureWidthPx}px` : cardSizes(image)))}
            alt=""
            width={image.width}
            height={image.height}
            thumbhash={image.thumbhash}
            eager={eager}
            plain={plain}
            late={tile === undefined}
            shape="filled"
          />
        </span>
      </a>
      {hearted && <Heart generation={generation} look="corner" />}
    </>
  );
}
