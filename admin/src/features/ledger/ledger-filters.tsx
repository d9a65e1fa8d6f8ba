import { ledgerReasonLabels, ledgerReasons } from '@easel/contracts/ledger/policy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId, useState } from 'react';
import { useListContext } from 'react-admin';
import { words } from '../../ui/choices.ts';
import { withoutPlace } from '../../ui/walked-filters.ts';
import { FilterField } from './filter-field.tsx';
import { amountProblem, idProblem } from './filter-checks.ts';
import { useFilterValues } from './use-filter-values.ts';
import { UtcField } from './utc-field.tsx';

const units = ['credits', 'dollars'] as const;
const ids = ['generation', 'purchase', 'payment', 'correlation'] as const;
const isUuid = { generation: true, purchase: true, payment: false, correlation: false };

type Values = Partial<Record<'member' | 'unit' | 'from' | 'to' | (typeof ids)[number], string>> & {
  reason?: string | string[];
  min?: number;
  max?: number;
};

/** What the ledger is narrowed by; every change begins at the newest again. */
export function LedgerFilters() {
  const panel = useId();
  const { setFilters } = useListContext();
  const values = withoutPlace(useFilterValues()) as Values;
  const active = Object.keys(values).length;
  const hasRoom = useMediaQuery('(min-width: 900px)');
  const [isOpen, setIsOpen] = useState(false);
  const [isWhole, setIsWhole] = useState(() => ids.some((id) => values[id] !== undefined));

  const set = (change: Readonly<Record<string, unknown>>) => setFilters({ ...values, ...change });
  const hasAmount = values.unit !== undefined;
  const reasons = values.reason === undefined ? [] : [values.reason].flat();
  const amount = (name: 'min' | 'max', label: string) => (
    <FilterField
      label={label}
      value={values[name] === undefined ? '' : String(values[name])}
      numeric
      disabled={!hasAmount}
      check={amountProblem}
      onChange={(text) => set({ [name]: text === '' ? undefined : Number(text) })}
    />
  );

  return (
    <Paper component="section" variant="outlined" aria-label="Filters" sx={{ p: 1.5, mb: 1 }}>
      {!hasRoom && (
        <Button size="small" aria-expanded={isOpen} aria-controls={panel} onClick={() => setIsOpen(!isOpen)}>
          {active === 0 ? 'Filters' : `Filters (${active})`}
        </Button>
      )}
      <div hidden={!hasRoom && !isOpen} id={panel}>
        <Grid>
          <FilterField
            label="Member id"
            value={values.member ?? ''}
            check={idProblem}
            onChange={(member) => set({ member })}
          />
          <TextField
            label="Reason"
            select
            margin="none"
            value={reasons}
            onChange={(event) => {
              // A select of several answers with a list.
              const chosen = event.target.value as unknown as string[];
              set({ reason: chosen.length === 0 ? undefined : chosen });
            }}
            slotProps={{ select: { multiple: true } }}
          >
            {ledgerReasons.map((reason) => (
              <MenuItem key={reason} value={reason}>
                {ledgerReasonLabels[reason]}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Moved"
            select
            margin="none"
            value={values.unit ?? ''}
            onChange={(event) => set({ unit: event.target.value, min: undefined, max: undefined })}
          >
            <MenuItem value="">Either</MenuItem>
            {units.map((unit) => (
              <MenuItem key={unit} value={unit}>
                {words(unit)}
              </MenuItem>
            ))}
          </TextField>
          {amount('min', hasAmount ? `At least, ${String(values.unit)}` : 'At least')}
          {amount('max', hasAmount ? `At most, ${String(values.unit)}` : 'At most')}
          <UtcField label="From" margin="none" value={values.from} onChange={(from) => set({ from })} />
          <UtcField label="Before" margin="none" value={values.to} onChange={(to) => set({ to })} />
          {isWhole &&
            ids.map((id) => (
              <FilterField
                key={id}
                label={words(id)}
                value={values[id] ?? ''}
                {...(isUuid[id] && { check: idProblem })}
                onChange={(value) => set({ [id]: value })}
              />
            ))}
          <Stack direction="row" spacing={1} sx={{ minHeight: 40, alignItems: 'center' }}>
            <Button size="small" onClick={() => setIsWhole(!isWhole)}>
              {isWhole ? 'Fewer filters' : 'More filters'}
            </Button>
            <Button size="small" disabled={active === 0} onClick={() => setFilters({})}>
              Clear
            </Button>
          </Stack>
        </Grid>
      </div>
    </Paper>
  );
}

const Grid = ({ children }: { children: ReactNode }) => (
  <Box
    sx={{
      display: 'grid',
      gridTemplateColumns: 'repeat(auto-fill, minmax(min(205px, 100%), 1fr))',
      gap: 1.5,
      alignItems: 'start',
      pt: 0.5,
    }}
  >
    {children}
  </Box>
);
