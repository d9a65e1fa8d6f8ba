import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './profits.module.css';

interface MoreButtonProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => Promise<{ isFetchNextPageError: boolean }>;
  };
}

/** Loads the next page of a list. */
export function MoreButton({ query: { hasNextPage, isFetchingNextPage, fetchNextPage } }: MoreButtonProps) {
  if (!hasNextPage) return null;
  const showMore = async () => {
    const { isFetchNextPageError } = await fetchNextPage();
    if (isFetchNextPageError) toast.error('Failed to load more');
  };
  return (
    <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void showMore()}>
      Load more
    </Button>
  );
}
