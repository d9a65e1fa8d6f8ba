import type { WholeRun } from '@easel/contracts/reports/http';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useSearchParams } from 'react-router';
import { runText } from './runs-list.tsx';
import { isReport } from './titles.ts';
import { useRuns } from './use-reports.ts';

/** Chooses another run of the same report, whose figures stand beside these; the address keeps it. */
export function CompareField({ run }: { run: WholeRun }) {
  const { data } = useRuns(isReport(run.report) ? run.report : undefined);
  const [params, setParams] = useSearchParams();
  const others = data?.runs.filter(({ id, state }) => id !== run.id && state === 'made') ?? [];
  if (others.length === 0) return null;
  const chosen = params.get('with') ?? '';
  return (
    <TextField
      select
      label="Compare with"
      value={others.some(({ id }) => id === chosen) ? chosen : ''}
      onChange={(event) => setParams(event.target.value === '' ? {} : { with: event.target.value }, { replace: true })}
      slotProps={{ inputLabel: { shrink: true }, select: { displayEmpty: true } }}
      sx={{ maxWidth: 420, my: 1 }}
    >
      <MenuItem value="">No other run</MenuItem>
      {others.map((one) => (
        <MenuItem key={one.id} value={one.id}>
          {runText(one)}
        </MenuItem>
      ))}
    </TextField>
  );
}
