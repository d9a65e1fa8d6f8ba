import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { Pagination } from './pagination.tsx';

interface PagedListProps {
  /** Of the address, from 1. */
  page: number;
  /** As the server says; 0 where the list is empty. */
  pages: number;
  /** The address of a page of this list. */
  toPage: (page: number) => string;
  /** Called when the pointer comes near the button of a page. */
  onApproach?: (page: number) => void;
  /** What is shown is of the page before, until this one has come. */
  isOld: boolean;
  /** Shown where the list is empty. */
  nothing: ReactNode;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A page of a list, with buttons to the others. Leads to the last page from one that is beyond it: its last item was
 * taken away, or the address is old.
 */
export function PagedList({
  page,
  pages,
  toPage,
  onApproach = () => {},
  isOld,
  nothing,
  className,
  children,
}: PagedListProps) {
  if (pages === 0) return nothing;
  if (!isOld && page > pages) return <Navigate to={toPage(pages)} replace />;
  return (
    <div className={className} data-old={isOld}>
      {children}
      <Pagination page={page} pages={pages} toPage={toPage} onApproach={onApproach} />
    </div>
  );
}
