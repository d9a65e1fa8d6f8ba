import type { Generation } from '@easel/contracts/generation/http';
import { ImageOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { TILE } from '../../lib/grid-keys.ts';
import type { Tile } from '../../lib/justified.ts';
import { Picture } from '../../ui/picture.tsx';
import { askedAs, sourcesOf } from '../images/image-details.ts';
import { awaitPicture } from './early-pictures.ts';
import { useResultDeeds } from './result-deeds.ts';
import styles from './result-frame.module.css';

interface ResultFrameProps {
  /** Undefined or null until it has come. */
  image: Generation['variants'][number] | null | undefined;
  generation: Generation | undefined;
  /** Of the generation; undefined until the order has one. */
  jobId: string | undefined;
  /** Of how many, from 0. */
  index: number;
  of: number;
  tile: Tile;
  /** What there is of it so far. */
  preview?: string | undefined;
  /** Nothing more will come. */
  ended: boolean;
}

/**
 * Where an image will stand, at its size from the start, and then the image: it opens, or is the second of two to
 * compare.
 */
export function ResultFrame({ image, generation, jobId, index, of, tile, preview, ended }: ResultFrameProps) {
  const { open, compared, compare } = useResultDeeds();
  const [hasWaited] = useState(!image);
  const awaited = image || ended ? undefined : jobId;
  useEffect(
    () => (awaited === undefined ? undefined : awaitPicture(awaited, index, tile.widthPx)),
    [awaited, index, tile.widthPx],
  );
  const size = { width: tile.widthPx, height: tile.heightPx };
  if (!image || !generation) {
    return (
      <span className={ended ? styles.nothing : styles.waiting} style={size}>
        {!ended && preview !== undefined && (
          <img className={styles.preview} src={preview} alt={`What there is so far of ${index + 1} of ${of}`} />
        )}
        {ended && <ImageOff size={28} aria-hidden="true" />}
      </span>
    );
  }
  const self = { generation, variantIndex: index };
  const isFirst = compared?.generation.id === generation.id && compared.variantIndex === index;
  const name = `image ${index + 1} of ${of}`;
  return (
    <button
      {...TILE}
      type="button"
      className={styles.image}
      style={size}
      data-first={isFirst}
      onClick={() => (compared && !isFirst ? compare(self) : open(self))}
      aria-label={
        compared && !isFirst ? `Compare with ${name}: ${askedAs(generation, index).original_prompt}` : `Open ${name}`
      }
    >
      <Picture
        src={image.thumbnail_url}
        sources={sourcesOf(image, `${tile.widthPx}px`)}
        alt=""
        width={image.width}
        height={image.height}
        thumbhash={image.thumbhash}
        fresh={hasWaited}
        shape="filled"
      />
    </button>
  );
}
