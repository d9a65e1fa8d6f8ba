import { colours } from '@easel/contracts/generation/look.policy';
import { aspectRatios, models, resolutions } from '@easel/contracts/generation/policy';
import { searchCategories } from '@easel/contracts/search/policy';
import { X } from 'lucide-react';
import { capitalised } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField } from '../../ui/select.tsx';
import { readable } from '../images/image-details.ts';
import { filterNames, narrowingCount, type Search } from './search-address.ts';
import styles from './search-filters.module.css';

export interface SearchFiltersProps {
  search: Search;
  onChange: (search: Search) => void;
}

type FilterName = (typeof filterNames)[number];

const any = (label: string) => ({ value: '', label });
const fields: Record<FilterName, { label: string; options: { value: string; label: string }[] }> = {
  category: {
    label: 'Category',
    options: [any('Any category'), ...searchCategories.map(({ id, name }) => ({ value: id, label: name }))],
  },
  colour: {
    label: 'Colour',
    options: [any('Any colour'), ...colours.map((value) => ({ value, label: capitalised(value) }))],
  },
  model: {
    label: 'Model',
    options: [any('Any model'), ...models.map((value) => ({ value, label: readable(value) }))],
  },
  ratio: {
    label: 'Shape',
    options: [any('Any shape'), ...Object.entries(aspectRatios).map(([value, { label }]) => ({ value, label }))],
  },
  resolution: {
    label: 'Resolution',
    options: [any('Any resolution'), ...resolutions.map((value) => ({ value, label: value.toUpperCase() }))],
  },
};

/** A field for each way to narrow a search. */
export default function SearchFilterFields({ search, onChange }: SearchFiltersProps) {
  return (
    <div id="search-filters" role="group" aria-label="Filters" className={styles.filters}>
      {filterNames.map((name) => (
        <SelectField
          key={name}
          label={fields[name].label}
          options={fields[name].options}
          value={search[name]}
          onChange={(event) => onChange({ ...search, [name]: event.target.value })}
        />
      ))}
      <Button
        className={styles.clear}
        disabled={narrowingCount(search) === 0}
        onClick={() => onChange({ ...search, category: '', colour: '', model: '', ratio: '', resolution: '' })}
      >
        <X size={20} aria-hidden="true" />
        Clear filters
      </Button>
    </div>
  );
}
