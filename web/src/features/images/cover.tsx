import type { Generation } from '@easel/contracts/generation/http';
import type { Tile } from '../../lib/justified.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './cover.module.css';
import { sourcesOf } from './image-details.ts';

interface CoverProps {
  image: Generation['variants'][number];
  tile: Tile;
  eager?: boolean;
  plain?: boolean;
}

/** Shows an image in its tile of a grid; who opens it is named beside it. */
export function Cover({ image, tile, ...how }: CoverProps) {
  return (
    <span className={styles.picture} style={{ width: tile.pictureWidthPx, height: tile.heightPx }}>
      <Picture
        src={image.thumbnail_url}
        sources={sourcesOf(image, tile.pictureWidthPx)}
        alt=""
        width={tile.pictureWidthPx}
        height={tile.heightPx}
        thumbhash={image.thumbhash}
        {...how}
      />
    </span>
  );
}
