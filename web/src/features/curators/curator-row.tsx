import { personPath } from '@easel/contracts/people/policy';
import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../ui/avatar.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { curatorsQuery } from './curator-queries.ts';
import styles from './curator-row.module.css';

/** Curators with a public section. Empty if there are none. */
export function CuratorRow() {
  const { data } = useQuery(curatorsQuery);
  const curators = data?.curators ?? [];
  if (curators.length === 0) return null;
  return (
    <section aria-label="Curators" className={styles.row}>
      <h2>Curators</h2>
      {/* It scrolls sideways; each card in it can be reached by Tab. */}
      <ul>
        {curators.map(({ person, name, text, thumbnail_url: thumbnail }) => (
          <li key={person}>
            <PageLink to={personPath(person)} className={styles.curator}>
              <Avatar of={name} src={thumbnail ?? undefined} size={56} />
              <span className={styles.curatorWords}>
                <span className={styles.curatorName}>{name}</span>
                <span className={styles.curatorText}>{text === '' ? `By ${person}` : text}</span>
              </span>
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}
