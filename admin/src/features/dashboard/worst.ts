import type { ProjectionRecord } from '@easel/contracts/operations/http';

type Lag = Pick<ProjectionRecord, 'lag_seconds'>;

/** The one that is furthest behind, where any is; what nobody knows is worse than what is known. */
export function worstOf<T extends Lag>(projections: readonly T[]): T | undefined {
  const behind = ({ lag_seconds }: Lag) => lag_seconds ?? Infinity;
  const [worst] = projections.toSorted((a, b) => (behind(b) > behind(a) ? 1 : behind(b) < behind(a) ? -1 : 0));
  return worst && behind(worst) > 0 ? worst : undefined;
}
