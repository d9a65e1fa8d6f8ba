import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { Package } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';

interface NoOrderProps {
  error: unknown;
  fetchStatus: string;
  refetch: () => unknown;
}

/** Fills a page until its order has come, or where there is none. */
export function NoOrder({ error, fetchStatus, refetch }: NoOrderProps) {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) {
    return (
      <EmptyState icon={<Package size={28} />} title="There is no such order">
        <ButtonLink to="/orders">Orders</ButtonLink>
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
