import type { Generation } from '@easel/contracts/generation/http';
import { useState } from 'react';
import { TILE } from '../../lib/grid-keys.ts';
import type { Tile } from '../../lib/justified.ts';
import { Picture } from '../../ui/picture.tsx';
import { useImageDeals } from '../images/image-deals.ts';
import { sourcesOf } from '../images/image-details.ts';
import { SelectMark } from './select-mark.tsx';
import { useSelection } from './selection.ts';
import styles from './wall-tile.module.css';

/** A picture and nothing else; its prompt, and the mark that chooses it, come when it is pointed at, touched or has the focus. */
export function WallTile({ generation, tile, onOpen }: { generation: Generation; tile: Tile; onOpen: () => void }) {
  const [cover] = generation.variants;
  const { chosen } = useSelection();
  const { Heart } = useImageDeals();
  const [pointedAt, setPointedAt] = useState(false);
  if (!cover) return null;
  const name = generation.original_prompt;
  return (
    <div className={styles.tile} onPointerEnter={() => setPointedAt(true)} onFocus={() => setPointedAt(true)}>
      {(pointedAt || chosen.size > 0) && <SelectMark generation={generation} />}
      <button
        {...TILE}
        type="button"
        className={styles.open}
        onClick={onOpen}
        aria-label={`Open: ${name}`}
        data-prompt={name}
      >
        <span className={styles.picture} style={{ width: tile.pictureWidthPx, height: tile.heightPx }}>
          <Picture
            src={cover.thumbnail_url}
            sources={sourcesOf(cover, tile.pictureWidthPx)}
            alt=""
            width={tile.pictureWidthPx}
            height={tile.heightPx}
            thumbhash={cover.thumbhash}
            plain
          />
        </span>
      </button>
      {pointedAt && <Heart generation={generation} look="corner" />}
    </div>
  );
}
