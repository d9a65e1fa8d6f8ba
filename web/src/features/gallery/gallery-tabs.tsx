import { PUBLIC_CATEGORY, SAVED_CATEGORY } from '@easel/contracts/gallery/policy';
import { LayoutGrid, Rows3 } from 'lucide-react';
import { PageLink } from '../../ui/page-link.tsx';
import { addressOf, isOfPictures, noFilter, type Address } from './gallery-filter.ts';
import styles from './gallery-tabs.module.css';

/** The parts of the gallery, and the two ways to look at them. */
export function GalleryTabs({ address }: { address: Address }) {
  const { view, filter } = address;
  const part = (category: string) =>
    ({ view: isOfPictures(view) ? view : 'pages', page: 1, filter: { ...filter, category } }) as const;
  const parts = [
    { name: 'All', to: part('') },
    { name: 'Saved', to: part(SAVED_CATEGORY) },
    { name: 'Public', to: part(PUBLIC_CATEGORY) },
    { name: 'Uploads', to: { view: 'uploads', page: 1, filter: noFilter } as const },
    { name: 'Trash', to: { view: 'trash', page: 1, filter: noFilter } as const },
  ];
  const isCurrent = (to: Address) =>
    isOfPictures(to.view) ? isOfPictures(view) && filter.category === to.filter.category : view === to.view;

  return (
    <div className={styles.tabs}>
      <nav aria-label="Parts of the gallery" className={styles.group}>
        {parts.map(({ name, to }) => (
          <PageLink key={name} to={addressOf(to)} aria-current={isCurrent(to) ? 'page' : undefined}>
            {name}
          </PageLink>
        ))}
      </nav>
      {isOfPictures(view) && (
        <nav aria-label="View" className={styles.group}>
          <PageLink
            to={addressOf({ ...address, view: 'pages', page: 1 })}
            aria-current={view === 'pages' ? 'page' : undefined}
            aria-label="Pages"
            title="Pages"
          >
            <Rows3 size={20} aria-hidden="true" />
          </PageLink>
          <PageLink
            to={addressOf({ ...address, view: 'wall', page: 1 })}
            aria-current={view === 'wall' ? 'page' : undefined}
            aria-label="Wall"
            title="Wall: every picture without end"
          >
            <LayoutGrid size={20} aria-hidden="true" />
          </PageLink>
        </nav>
      )}
    </div>
  );
}
