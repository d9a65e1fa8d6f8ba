import type { ReactNode } from 'react';
import { brand } from '@easel/contracts/brand';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** The heading, where it says more than the title. */
  heading?: ReactNode;
  /** At the heading's end. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page's title and heading; the heading takes the focus after navigation. */
export function Page({ title, heading = title, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <title>{`${title} · ${brand.name}`}</title>
      <div className={styles.head}>
        <h1 tabIndex={-1}>{heading}</h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
