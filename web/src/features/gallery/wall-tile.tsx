import type { Generation } from '@easel/contracts/generation/http';
import { useState } from 'react';
import type { Tile } from '../../lib/justified.ts';
import { Cover } from '../images/cover.tsx';
import { SelectMark } from './select-mark.tsx';
import { useSelection } from './selection.ts';
import styles from './wall-tile.module.css';

/**
 * A picture and nothing else; its prompt, and the mark that chooses it, come when it is pointed at, touched or has the
 * focus.
 */
export function WallTile({ generation, tile, onOpen }: { generation: Generation; tile: Tile; onOpen: () => void }) {
  const [cover] = generation.variants;
  const { chosen } = useSelection();
  const [pointedAt, setPointedAt] = useState(false);
  if (!cover) return null;
  return (
    <div className={styles.tile} onPointerEnter={() => setPointedAt(true)} onFocus={() => setPointedAt(true)}>
      {(pointedAt || chosen.size > 0) && <SelectMark generation={generation} />}
      <Cover
        generation={generation}
        image={cover}
        tile={tile}
        onOpen={onOpen}
        plain
        className={styles.open}
        hearted={pointedAt}
      />
    </div>
  );
}
