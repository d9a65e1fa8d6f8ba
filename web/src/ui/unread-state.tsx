import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { ReactNode } from 'react';
import { Skeleton } from './skeleton.tsx';
import { EmptyState, FailedState } from './states.tsx';

interface UnreadStateProps {
  /** Of the query of what the page shows. */
  query: { error: unknown; fetchStatus: string; refetch: () => unknown };
  icon: ReactNode;
  /** Shown where the page's subject does not exist. */
  title: string;
  /** Leads to where there are others. */
  children: ReactNode;
}

/** Fills a page while its subject loads, cannot be loaded, or does not exist. */
export function UnreadState({ query: { error, fetchStatus, refetch }, icon, title, children }: UnreadStateProps) {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState icon={icon} title={title}>
        {children}
      </EmptyState>
    );
  }
  if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
  return (
    <div aria-busy="true">
      <p className="visually-hidden" role="status">
        Loading
      </p>
      <Skeleton style={{ height: 420 }} />
    </div>
  );
}
