import { useQuery } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { ImageGrid, ImageGridSkeleton } from './image-grid.tsx';
import { RECENT, recentQuery } from './own-images.ts';

/** The member's newest images. */
export function RecentImages() {
  const { data, error, fetchStatus, refetch } = useQuery(recentQuery);
  if (data?.generations.length === 0) {
    return (
      <EmptyState icon={<ImagePlus size={28} />} title="No generations yet">
        <ButtonLink look="primary" to="/generator">
          Create Your First Image
        </ButtonLink>
      </EmptyState>
    );
  }
  if (data) return <ImageGrid label="Recent Generations" generations={data.generations} />;
  if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
  return <ImageGridSkeleton count={RECENT} />;
}
