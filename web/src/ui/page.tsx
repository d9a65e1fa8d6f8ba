import type { ReactNode } from 'react';
import { Metadata, usePageMetadata } from './metadata.tsx';
import styles from './page.module.css';

interface PageProps {
  /** Of the browser's tab; the page table's where it is left out. */
  title?: string;
  description?: string;
  /** The heading, where it says more than the title. */
  heading?: ReactNode;
  /** Under the heading. */
  lead?: ReactNode;
  /** At the heading's end. */
  actions?: ReactNode;
  /** The heading stands among the children. */
  ownHeading?: boolean;
  /** `reading`: as wide as lines of text may be. */
  width?: 'full' | 'reading';
  children: ReactNode;
}

/** A page's metadata and heading; the heading takes the focus after navigation. */
export function Page({
  title,
  description,
  heading,
  lead,
  actions,
  ownHeading = false,
  width = 'full',
  children,
}: PageProps) {
  const known = usePageMetadata();
  return (
    <div className={styles.page} data-width={width}>
      <Metadata title={title} description={description} />
      {!ownHeading && (
        <div className={styles.head}>
          <div className={styles.titles}>
            <h1 tabIndex={-1}>{heading ?? title ?? known.title}</h1>
            {lead && <p className={styles.lead}>{lead}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </div>
  );
}
