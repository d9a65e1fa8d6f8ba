import type { Generation } from '@easel/contracts/generation/http';
import { Download, Trash2 } from 'lucide-react';
import { counted } from '../../lib/figures.ts';
import type { Tile } from '../../lib/justified.ts';
import { Badges } from '../../ui/badges.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Time } from '../../ui/time.tsx';
import { Cover } from '../images/cover.tsx';
import { useImageDeals } from '../images/image-deals.ts';
import { badgesOf } from '../images/image-details.ts';
import styles from './image-card.module.css';
import { SelectMark } from './select-mark.tsx';

interface ImageCardProps {
  generation: Generation;
  tile: Tile;
  eager: boolean;
  /** The pictures beside it, with which it can be chosen for an action on many; undefined where it cannot. */
  among: readonly Generation[] | undefined;
  onOpen: () => void;
  onDelete: () => void;
}

const STATUS_TEXT: Record<Generation['status'], string> = {
  queued: 'Queued',
  processing: 'Processing',
  completed: 'No image available to view',
  failed: 'Generation failed',
  cancelled: 'Cancelled',
};

/** A generation in a list: its first image, what it was made from, what can be done with it. */
export function ImageCard({ generation, tile, eager, among, onOpen, onDelete }: ImageCardProps) {
  const { openDownload } = useImageDeals();
  const [cover] = generation.variants;
  const name = generation.original_prompt;
  return (
    <article className={styles.card}>
      {cover ? (
        <div className={styles.frame}>
          {among && <SelectMark generation={generation} among={among} />}
          <Cover generation={generation} image={cover} tile={tile} eager={eager} onOpen={onOpen} />
        </div>
      ) : (
        <div className={styles.missing} style={{ height: tile.heightPx }}>
          <p>{STATUS_TEXT[generation.status]}</p>
        </div>
      )}
      <div className={styles.about}>
        <p className={styles.prompt} title={name}>
          {name}
        </p>
        <p className={styles.meta}>
          <Time iso={generation.created_at} />
          {generation.variant_count > 1 && ` · ${counted(generation.variant_count, 'image')}`}
        </p>
        <Badges items={[...(generation.isPublic ? ['Public'] : []), ...badgesOf(generation)]} label="Settings" />
        <div className={styles.actions}>
          <IconButton
            label={`Download: ${name}`}
            title="Download"
            disabled={!cover}
            onClick={() => openDownload({ generation, variantIndex: 0 })}
          >
            <Download size={20} />
          </IconButton>
          <IconButton label={`Delete: ${name}`} title="Delete" onClick={onDelete}>
            <Trash2 size={20} />
          </IconButton>
        </div>
      </div>
    </article>
  );
}
