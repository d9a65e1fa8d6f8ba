import { type CompetitionRecord, competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import Alert from '@mui/material/Alert';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useGetList, useNotify, useRedirect } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { challengeTitle, kindChoices, monthText, offeredMonths } from './challenge-texts.ts';
import { neededWords, ThemeFields } from './theme-fields.tsx';

/** Other texts are another request, with a key of its own. */
const newKey = () => crypto.randomUUID();

/** Prepares the challenge of a month that has none. */
export function PrepareDialog({ onClose }: { onClose: () => void }) {
  const prepare = useAction(competitionsConsoleHttp.prepare);
  const notify = useNotify();
  const redirect = useRedirect();
  const [months] = useState(() => offeredMonths(new Date()));
  const [form, setForm] = useState({
    kind: 'tshirt' as ChallengeKind,
    month: '',
    theme: '',
    description: '',
    key: newKey(),
  });
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes, key: newKey() });
  const taken = useTakenMonths(form.kind, months.length);

  async function submit() {
    const { kind, month, key } = form;
    if (month === '') throw new Error('Please choose a month');
    const words = neededWords(form);
    const { id } = await prepare({ body: { kind, month, ...words } }, key);
    notify(`The challenge ${challengeTitle({ kind, month })} is ${month === months[0] ? 'open' : 'prepared'}`, {
      type: 'success',
    });
    redirect('show', 'competitions', id);
  }

  return (
    <FormDialog title="Prepare a challenge" action="Prepare challenge" onSubmit={submit} onClose={onClose}>
      {(isBusy) => (
        <>
          <TextField
            label="Kind"
            select
            value={form.kind}
            disabled={isBusy}
            onChange={(event) => change({ kind: event.target.value as ChallengeKind, month: '' })}
          >
            {kindChoices.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Month (UTC)"
            select
            required
            value={form.month}
            disabled={isBusy}
            onChange={(event) => change({ month: event.target.value })}
          >
            {months.map((month) => (
              <MenuItem key={month} value={month} disabled={taken.has(month)}>
                {monthText(month)}
                {taken.has(month) && ' (prepared already)'}
              </MenuItem>
            ))}
          </TextField>
          <ThemeFields words={form} onChange={change} isBusy={isBusy} />
          {form.month !== '' && <WhenItOpens month={form.month} isRunning={form.month === months[0]} />}
        </>
      )}
    </FormDialog>
  );
}

function useTakenMonths(kind: ChallengeKind, perPage: number): ReadonlySet<string> {
  const { data = [] } = useGetList<CompetitionRecord>(
    'competitions',
    { filter: { kind }, sort: { field: 'month', order: 'DESC' }, pagination: { page: 1, perPage } },
    { onError: () => undefined },
  );
  return new Set(data.map(({ month }) => month));
}

const WhenItOpens = ({ month, isRunning }: { month: string; isRunning: boolean }) => (
  <Alert severity={isRunning ? 'warning' : 'info'} variant="outlined" role="note" sx={{ mt: 1 }}>
    {isRunning
      ? 'This month has begun: the challenge opens at once, its theme can no longer be changed, and members who opted in to news are notified by email.'
      : `It opens by itself on the first of ${monthText(month)} at 00:00 UTC and closes at the end of that month. Until it opens you can change the theme.`}
  </Alert>
);
