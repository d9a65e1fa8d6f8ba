import { challengeKinds } from '@easel/contracts/competitions/kinds';
import { challenges } from '@easel/contracts/competitions/names';
import { searchCategories } from '@easel/contracts/search/policy';
import { useQuery } from '@tanstack/react-query';
import { PageLink } from '../../ui/page-link.tsx';
import { categoriesQuery } from '../search/searches.ts';
import { addressOf, type Address, views, type View } from './gallery-address.ts';
import styles from './gallery-controls.module.css';

const viewNames: Record<View, string> = { more: 'Load more', pages: 'Pages', all: 'Show all' };

/** The ways to look at the gallery. */
export const ViewLinks = ({ address }: { address: Address }) => (
  <nav aria-label="View" className={styles.views}>
    {views.map((view) => (
      <PageLink
        key={view}
        to={addressOf({ ...address, view, page: 1 })}
        aria-current={view === address.view ? 'true' : undefined}
      >
        {viewNames[view]}
      </PageLink>
    ))}
  </nav>
);

/** Returns the name of a category or of a challenge's entries, else what the address says. */
export const categoryName = (category: string): string =>
  searchCategories.find(({ id }) => id === category)?.name ??
  challengeKinds.map((kind) => challenges[kind]).find((challenge) => challenge.category === category)?.shortName ??
  category;

/** What the gallery is browsed by; choosing the chosen one again shows everything. */
export function CategoryLinks({ address }: { address: Address }) {
  const { data } = useQuery(categoriesQuery);
  const { category } = address.filter;
  const to = (chosen: string) => addressOf({ ...address, page: 1, filter: { ...address.filter, category: chosen } });
  const found = data?.categories ?? [];
  // One that nothing public is in is told of below, and can be given up here.
  const known = found.some(({ id }) => id === category);
  return (
    <nav aria-label="Categories" className={styles.categories}>
      {found.length > 0 && (
        <PageLink to={to('')} aria-current={category === '' ? 'true' : undefined}>
          All
        </PageLink>
      )}
      {!known && category !== '' && (
        <PageLink to={to('')} aria-current="true">
          {categoryName(category)}
        </PageLink>
      )}
      {found.map(({ id, name }) => (
        <PageLink key={id} to={to(id === category ? '' : id)} aria-current={id === category ? 'true' : undefined}>
          {name}
        </PageLink>
      ))}
    </nav>
  );
}
