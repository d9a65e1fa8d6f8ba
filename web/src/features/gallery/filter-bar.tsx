import { aspectRatios, models, resolutions, styles as presets } from '@easel/contracts/generation/policy';
import { SlidersHorizontal, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
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
  const set = (name: keyof Filter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value });
  const selectOf = (name: keyof typeof options, label: string) => (
    <SelectField label={label} options={options[name]} value={filter[name]} onChange={set(name)} />
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
          <TextField label="From" type="date" value={filter.from} max={filter.to} onChange={set('from')} />
          <TextField label="To" type="date" value={filter.to} min={filter.from} onChange={set('to')} />
          <SeedField key={filter.seed} seed={filter.seed} onChange={(seed) => onChange({ ...filter, seed })} />
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
  const [text, setText] = useState(seed);
  return (
    <TextField
      label="Seed"
      inputMode="numeric"
      maxLength={10}
      value={text}
      onChange={(event) => setText(event.target.value.replaceAll(/\D/g, ''))}
      onBlur={() => text !== seed && onChange(text)}
      onKeyDown={(event) => event.key === 'Enter' && onChange(text)}
    />
  );
}
