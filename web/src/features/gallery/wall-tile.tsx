import type { Generation } from '@easel/contracts/generation/http';
import { useState } from 'react';
import type { Tile } from '../../lib/justified.ts';
import { Cover } from '../images/cover.tsx';
import { SelectMark } from './select-mark.tsx';
import { useSelection } from './selection.ts';
import styles from './wall-tile.module.css';

interface WallTileProps {
  generation: Generation;
  /** The pictures of its part of the wall. */
  among: readonly Generation[];
  tile: Tile;
  onOpen: () => void;
}

/**
 * A picture and nothing else; its prompt, and the mark that chooses it, come when it is pointed at, touched or has the
 * focus.
 */
export function WallTile({ generation, among, tile, onOpen }: WallTileProps) {
  const [cover] = generation.variants;
  const { chosen } = useSelection();
  const [pointedAt, setPointedAt] = useState(false);
  if (!cover) return null;
  return (
    <div className={styles.tile} onPointerEnter={() => setPointedAt(true)} onFocus={() => setPointedAt(true)}>
      {(pointedAt || chosen.size > 0) && <SelectMark generation={generation} among={among} />}
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
