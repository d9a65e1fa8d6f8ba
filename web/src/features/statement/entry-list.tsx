import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText, SearchX } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './entry-list.module.css';
import { EntryRow } from './entry-row.tsx';
import { isNarrowed, type StatementFilter } from './statement-filter.ts';
import { entriesQuery } from './statement-queries.ts';

interface EntryListProps {
  filter: StatementFilter;
  onClear: () => void;
  onOpenImage: (generationId: string) => void;
}

/** The movements, the newest first, part after part. */
export function EntryList({ filter, onClear, onOpenImage }: EntryListProps) {
  const { data, error, fetchStatus, isPlaceholderData, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } =
    useInfiniteQuery(entriesQuery(filter));

  if (!data) {
    if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
    return <EntrySkeleton />;
  }
  const entries = data.pages.flatMap((page) => page.entries ?? []);
  const titles = Object.assign({}, ...data.pages.map((page) => page.titles)) as Record<string, string>;
  const invoices = Object.assign({}, ...data.pages.map((page) => page.invoices)) as Record<string, string>;
  if (entries.length === 0) return <Nothing narrowed={isNarrowed(filter)} onClear={onClear} />;

  const showMore = async () => {
    const { isFetchNextPageError } = await fetchNextPage();
    if (isFetchNextPageError) toast.error('Failed to load more');
  };
  return (
    <div className={styles.list} data-old={isPlaceholderData}>
      <p className="visually-hidden" role="status">
        {!isPlaceholderData && `${entries.length} entries shown`}
      </p>
      <div className={styles.heads} aria-hidden="true">
        <span>When</span>
        <span>What</span>
        <span>Amount</span>
        <span>Balance</span>
      </div>
      <ol className={styles.entries} aria-label="Entries">
        {entries.map((entry) => (
          <EntryRow
            key={entry.eventId}
            entry={entry}
            title={entry.generationId === null ? undefined : titles[entry.generationId]}
            invoice={invoices[entry.eventId]}
            onOpenImage={onOpenImage}
          />
        ))}
      </ol>
      {hasNextPage && (
        <Button className={styles.more} busy={isFetchingNextPage} onClick={() => void showMore()}>
          Load more
        </Button>
      )}
    </div>
  );
}

function Nothing({ narrowed, onClear }: { narrowed: boolean; onClear: () => void }) {
  if (!narrowed) return <EmptyState icon={<ReceiptText size={28} />} title="Nothing has moved your account yet" />;
  return (
    <EmptyState icon={<SearchX size={28} />} title="No entries match">
      <Button onClick={onClear}>Show everything</Button>
    </EmptyState>
  );
}

const LIKELY_ROWS = 8;

const EntrySkeleton = () => (
  <div aria-busy="true" className={styles.skeleton}>
    <p className="visually-hidden" role="status">
      Loading
    </p>
    {Array.from({ length: LIKELY_ROWS }, (_, row) => (
      <Skeleton key={row} style={{ height: 64 }} />
    ))}
  </div>
);
