import type { Reply } from '@easel/contracts/kernel/client/address';
import type { searchHttp } from '@easel/contracts/search/http';
import { counted } from '../../lib/figures.ts';
import { Picture } from '../../ui/picture.tsx';
import styles from './category-grid.module.css';

interface CategoryGridProps {
  /** Undefined where they are not known. */
  categories: Reply<typeof searchHttp.categories>['categories'] | undefined;
  /** The chosen one's id; empty for none. */
  chosen: string;
  onChoose: (id: string) => void;
}

/**
 * What the public pictures can be browsed by; nothing where that is not known. Choosing the chosen one again clears it.
 */
export function CategoryGrid({ categories = [], chosen, onChoose }: CategoryGridProps) {
  if (categories.length === 0) return null;
  return (
    <section aria-labelledby="search-categories" className={styles.section}>
      <h2 id="search-categories">Categories</h2>
      <ul className={styles.grid}>
        {categories.map(({ id, name, count, images }) => (
          <li key={id}>
            <button
              type="button"
              className={styles.category}
              aria-pressed={id === chosen}
              onClick={() => onChoose(id === chosen ? '' : id)}
            >
              <span className={styles.pictures} aria-hidden="true">
                {images.map(({ id: imageId, variants: [cover] }) =>
                  cover ? (
                    <Picture
                      key={imageId}
                      src={cover.thumbnail_url}
                      alt=""
                      width={1}
                      height={1}
                      shape="filled"
                      thumbhash={cover.thumbhash}
                    />
                  ) : null,
                )}
              </span>
              <span className={styles.name}>{name}</span>
              <span className={styles.count}>{counted(count, 'image')}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
