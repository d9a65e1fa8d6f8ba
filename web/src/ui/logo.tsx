import { brand } from '@easel/contracts/brand';
import styles from './logo.module.css';
import { PageLink } from './page-link.tsx';

/** The mark and the name, leading home. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <PageLink to="/" className={styles.logo} aria-label={`${brand.name}, home`}>
      <svg viewBox="0 0 32 32" width="32" height="32" aria-hidden="true">
        <rect width="32" height="32" rx="8" className={styles.ground} />
        <path d="M9 9.5h14M9 16h9.5M9 22.5h14" className={styles.strokes} />
      </svg>
      <span data-compact={compact}>{brand.name}</span>
    </PageLink>
  );
}
