import { type DayRange, isRange, RANGE_DAYS, rangeOf } from '@easel/contracts/kernel/day-range';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import { type FormEvent, useId, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { LAST_DAYS, useRange, useRangeLink } from './use-range.ts';

/** Of which days a page tells: the last ones, or one's own. */
export function RangeBar() {
  const range = useRange();
  const [now] = useState(() => new Date());
  const shown = rangeOf({ days: 1, ...range }, now);
  const linkTo = useRangeLink();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 2, rowGap: 1.5 }}>
      <Stack component="nav" aria-label="Days" direction="row" sx={{ gap: 0.5 }}>
        {LAST_DAYS.map((days) => {
          const isCurrent = 'days' in range && range.days === days;
          return (
            <Button
              key={days}
              component={Link}
              to={linkTo({ days })}
              replace
              color="inherit"
              variant={isCurrent ? 'outlined' : 'text'}
              aria-current={isCurrent ? 'page' : undefined}
              sx={{ height: 40 }}
            >
              {days} days
            </Button>
          );
        })}
      </Stack>
      <OwnDays key={`${shown.from} ${shown.to}`} shown={shown} />
    </Stack>
  );
}

function OwnDays({ shown }: { shown: DayRange }) {
  const linkTo = useRangeLink();
  const navigate = useNavigate();
  const problemId = useId();
  const [hasProblem, setProblem] = useState(false);

  function show(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const told = new FormData(event.currentTarget);
    const dayOf = (name: 'from' | 'to') => {
      const day = told.get(name);
      return typeof day === 'string' ? day : '';
    };
    const [from, to] = [dayOf('from'), dayOf('to')];
    const isWhole = isRange(from, to);
    setProblem(!isWhole);
    if (isWhole) void navigate(linkTo({ from, to }), { replace: true });
  }

  const field = (name: 'from' | 'to', label: string) => (
    <TextField
      name={name}
      label={label}
      type="date"
      required
      defaultValue={shown[name]}
      error={hasProblem}
      margin="none"
      fullWidth={false}
      sx={{ width: { xs: 138, sm: 160 } }}
      slotProps={{
        inputLabel: { shrink: true, required: false },
        htmlInput: hasProblem ? { 'aria-describedby': problemId } : {},
      }}
    />
  );
  return (
    <Box component="form" aria-label="Own days" onSubmit={show}>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        {field('from', 'From (UTC)')}
        {field('to', 'To (UTC)')}
        <Button type="submit" variant="outlined" color="inherit" sx={{ height: 40 }}>
          Show
        </Button>
      </Stack>
      {hasProblem && (
        <FormHelperText id={problemId} error role="alert">
          The last day must not lie before the first, nor {RANGE_DAYS} days or more after it.
        </FormHelperText>
      )}
    </Box>
  );
}
