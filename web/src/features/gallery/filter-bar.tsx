import { aspectRatios, models, resolutions, styles as presets } from '@easel/contracts/generation/policy';
import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { useTypedValue } from '../../lib/typed-value.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { TextField } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { readable } from '../images/image-details.ts';
import styles from './filter-bar.module.css';
import { narrowingCount, noFilter, type Filter } from './gallery-filter.ts';

interface FilterBarProps {
  filter: Filter;
  onChange: (filter: Filter) => void;
}

const any = (label: string) => ({ value: '', label });
const options = {
  model: [any('Any model'), ...models.map((value) => ({ value, label: readable(value) }))],
  style: [any('Any style'), ...presets.map((value) => ({ value, label: readable(value) }))],
  ratio: [any('Any shape'), ...Object.entries(aspectRatios).map(([value, { label }]) => ({ value, label }))],
  resolution: [any('Any resolution'), ...resolutions.map((value) => ({ value, label: value.toUpperCase() }))],
};

/** What the gallery can be narrowed to, folded away until it is wanted or in force. */
export function FilterBar({ filter, onChange }: FilterBarProps) {
  const count = narrowingCount(filter);
  const [open, setOpen] = useState(count > 0);
  const setTo = (name: keyof Filter) => (value: string) => onChange({ ...filter, [name]: value });
  const selectOf = (name: keyof typeof options, label: string) => (
    <SelectField
      label={label}
      options={options[name]}
      value={filter[name]}
      onChange={({ target }) => setTo(name)(target.value)}
    />
  );

  return (
    <>
      <Button aria-expanded={open} aria-controls="gallery-filters" onClick={() => setOpen(!open)}>
        <SlidersHorizontal size={20} aria-hidden="true" />
        {count > 0 ? `Filters (${count})` : 'Filters'}
      </Button>
      {open && (
        <div id="gallery-filters" role="group" aria-label="Filters" className={styles.filters}>
          {selectOf('model', 'Model')}
          {selectOf('style', 'Style')}
          {selectOf('ratio', 'Shape')}
          {selectOf('resolution', 'Resolution')}
          <DateField label="From" value={filter.from} max={filter.to} onChange={setTo('from')} />
          <DateField label="To" value={filter.to} min={filter.from} onChange={setTo('to')} />
          <SeedField seed={filter.seed} onChange={setTo('seed')} />
          <Button
            className={styles.clear}
            disabled={count === 0}
            onClick={() => onChange({ ...noFilter, search: filter.search, category: filter.category })}
          >
            <X size={20} aria-hidden="true" />
            Clear filters
          </Button>
        </div>
      )}
    </>
  );
}

/** Counts once it is typed to the end. */
function SeedField({ seed, onChange }: { seed: string; onChange: (seed: string) => void }) {
  const { text, type, ask, asked } = useTypedValue(seed, onChange);
  const count = () => text !== asked && ask(text);
  return (
    <TextField
      label="Seed"
      inputMode="numeric"
      maxLength={10}
      value={text}
      onChange={(event) => type(event.target.value.replaceAll(/\D/g, ''))}
      onBlur={count}
      onKeyDown={(event) => event.key === 'Enter' && count()}
    />
  );
}
