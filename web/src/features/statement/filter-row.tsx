import { ledgerReasonLabels, ledgerReasons, SETTLING } from '@easel/contracts/ledger/policy';
import { X } from 'lucide-react';
import { capitalised } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { DateField } from '../../ui/date-field.tsx';
import { SelectField } from '../../ui/select.tsx';
import styles from './filter-row.module.css';
import { isNarrowed, noFilter, units, type StatementFilter } from './statement-filter.ts';

const reasons = [
  { value: '', label: 'Everything' },
  ...ledgerReasons
    .filter((reason) => reason !== SETTLING)
    .map((value) => ({ value, label: ledgerReasonLabels[value] })),
];
const unitOptions = [
  { value: '', label: 'Credits and dollars' },
  ...units.map((value) => ({ value, label: capitalised(value) })),
];

interface FilterRowProps {
  filter: StatementFilter;
  onChange: (filter: StatementFilter) => void;
}

/** What the statement is narrowed to. */
export function FilterRow({ filter, onChange }: FilterRowProps) {
  const setTo = (name: keyof StatementFilter) => (value: string) => onChange({ ...filter, [name]: value });
  return (
    <div role="group" aria-label="Filters" className={styles.filters}>
      <SelectField
        label="Reason"
        options={reasons}
        value={filter.reason}
        onChange={({ target }) => setTo('reason')(target.value)}
      />
      <SelectField
        label="Unit"
        options={unitOptions}
        value={filter.unit}
        onChange={({ target }) => setTo('unit')(target.value)}
      />
      <DateField label="From" value={filter.from} max={filter.to} onChange={setTo('from')} />
      <DateField label="To" value={filter.to} min={filter.from} onChange={setTo('to')} />
      <Button disabled={!isNarrowed(filter)} onClick={() => onChange(noFilter)}>
        <X size={16} aria-hidden="true" />
        Clear filters
      </Button>
    </div>
  );
}
