import type { Generation } from '@easel/contracts/generation/http';
import { PageLink } from '../../ui/page-link.tsx';
import { Badges } from '../../ui/badges.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Time } from '../../ui/time.tsx';
import { badgesOf } from '../images/image-details.ts';
import styles from './result-list.module.css';

/** A line a picture, each a link to its page; one's own that is private has none. */
export function ResultList({ label, generations }: { label: string; generations: readonly Generation[] }) {
  return (
    <ul className={styles.list} aria-label={label}>
      {generations.map((generation) => {
        const [cover] = generation.variants;
        const name = generation.original_prompt;
        return (
          <li key={generation.id}>
            <article className={styles.line}>
              {cover && (
                <span className={styles.picture}>
                  <Picture
                    src={cover.thumbnail_url}
                    alt=""
                    width={1}
                    height={1}
                    shape="square"
                    thumbhash={cover.thumbhash}
                  />
                </span>
              )}
              <div className={styles.words}>
                {generation.isPublic ? (
                  <PageLink to={`/image/${generation.id}`} className={styles.prompt}>
                    {name}
                  </PageLink>
                ) : (
                  <p className={styles.prompt}>{name}</p>
                )}
                <p className={styles.meta}>
                  <Time iso={generation.created_at} />
                </p>
                <Badges items={badgesOf(generation)} label="Settings" />
              </div>
            </article>
          </li>
        );
      })}
    </ul>
  );
}
