import type { Generation } from '@easel/contracts/generation/http';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styles from './related.module.css';
import { relatedQuery } from './searches.ts';

const LABEL = 'Related pictures';

interface RelatedProps {
  generation: Generation;
  /** Pictures as cards, by the name of their list. */
  grid: (label: string, generations: readonly Generation[]) => ReactNode;
}

/** Pictures to go on to from one; nothing where there are none, or while that is not known. */
export function Related({ generation: { id }, grid }: RelatedProps) {
  const { data } = useQuery(relatedQuery(id));
  if (!data || data.results.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby="related">
      <h2 id="related">{LABEL}</h2>
      {grid(LABEL, data.results)}
    </section>
  );
}
