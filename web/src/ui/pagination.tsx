import { pageNumbers } from '../lib/page-numbers.ts';
import styles from './pagination.module.css';
import { PageLink } from './page-link.tsx';

interface PaginationProps {
  page: number;
  pages: number;
  /** The address of a page of this list. */
  toPage: (page: number) => string;
  onApproach: (page: number) => void;
}

/** One button a page, with gaps where there are many; nothing when there is but one. */
export function Pagination({ page, pages, toPage, onApproach }: PaginationProps) {
  if (pages <= 1) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      {pageNumbers(page, pages).map((item, index) =>
        item === 'gap' ? (
          <span key={`gap-${index}`} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <PageLink
            key={item}
            to={toPage(item)}
            className={styles.page}
            aria-label={`Page ${item}`}
            aria-current={item === page ? 'page' : undefined}
            onMouseEnter={() => onApproach(item)}
          >
            {item}
          </PageLink>
        ),
      )}
    </nav>
  );
}
