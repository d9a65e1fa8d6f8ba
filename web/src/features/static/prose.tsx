import type { ReactNode } from 'react';
import { Page } from '../../ui/page.tsx';
import styles from './prose.module.css';

interface ProsePageProps {
  /** ISO date on which the text was last changed. */
  changed: string;
  lead: ReactNode;
  children: ReactNode;
}

/** A page to be read from top to bottom. */
export function ProsePage({ changed, lead, children }: ProsePageProps) {
  return (
    <Page width="reading" lead={lead}>
      <div className={styles.prose}>
        <p className={styles.changed}>
          Last changed on <time dateTime={changed}>{written.format(new Date(changed))}</time>
        </p>
        {children}
      </div>
    </Page>
  );
}

const written = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' });

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
