import type { ListedCollection } from '@easel/contracts/collections/http';
import { COVERS } from '@easel/contracts/collections/policy';
import { Images } from 'lucide-react';
import { Picture } from '../../ui/picture.tsx';
import styles from './collections.module.css';

/** The first pictures of a collection, in one square: one fills it, more share it. */
export function Covers({ covers, small = false }: Pick<ListedCollection, 'covers'> & { small?: boolean }) {
  const shown = covers.slice(0, small ? 1 : COVERS);
  return (
    <span className={styles.covers} data-count={shown.length} data-small={small} aria-hidden="true">
      {shown.length === 0 && <Images size={small ? 20 : 28} />}
      {shown.map(({ id, thumbnail_url: src, width, height, thumbhash }) => (
        <Picture key={id} src={src} alt="" width={width} height={height} thumbhash={thumbhash} shape="filled" />
      ))}
    </span>
  );
}
