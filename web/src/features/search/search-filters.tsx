import { SlidersHorizontal } from 'lucide-react';
import { lazy, startTransition, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { narrowingCount } from './search-address.ts';
import type { SearchFiltersProps } from './search-filter-fields.tsx';

const Fields = lazy(() => import('./search-filter-fields.tsx'));

/**
 * What a search can be narrowed to, folded away until it is wanted or in force. The fields come then: the page waits
 * for those in force, as they would push down what is below them.
 */
export function SearchFilters({ search, onChange }: SearchFiltersProps) {
  const count = narrowingCount(search);
  // A category has its pictures to be chosen by, too.
  const [open, setOpen] = useState(narrowingCount({ ...search, category: '' }) > 0);
  return (
    <>
      <Button
        aria-expanded={open}
        aria-controls="search-filters"
        onClick={() => startTransition(() => setOpen((before) => !before))}
      >
        <SlidersHorizontal size={20} aria-hidden="true" />
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {open && <Fields search={search} onChange={onChange} />}
    </>
  );
}
