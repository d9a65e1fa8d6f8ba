import { type ReportShown, reportsHttp } from '@easel/contracts/reports/http';
import EventRepeat from '@mui/icons-material/EventRepeat';
import PlayArrow from '@mui/icons-material/PlayArrow';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import InputAdornment from '@mui/material/InputAdornment';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useMayCall } from '../../lib/roles.ts';
import { AsOfField } from '../../ui/as-of-field.tsx';
import { DetailedAlert } from '../../ui/detailed-alert.tsx';
import { isReport } from './titles.ts';
import { useAsk } from './use-ask.ts';
import { useSchedule } from './use-schedules.ts';

const filled = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(texts)
      .map(([name, text]) => [name, text.trim()] as const)
      .filter(([, text]) => text !== ''),
  );

const adornments = {
  cents: { startAdornment: <InputAdornment position="start">$</InputAdornment> },
  tenths: { endAdornment: <InputAdornment position="end">credits</InputAdornment> },
  none: {},
};

/** Asks for a report, with its parameters, as of any position. */
export function RequestCard({ report: { name, answers, parameters } }: { report: ReportShown }) {
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [asOf, setAsOf] = useState('');
  const { ask, error, isAsking } = useAsk();
  const maySchedule = useMayCall(reportsHttp.schedule);
  const { schedule, error: refusal, isScheduling } = useSchedule();

  function request() {
    if (!isReport(name)) return;
    const as_of = asOf.trim();
    void ask({ report: name, parameters: filled(texts), ...(as_of !== '' && { as_of }) });
  }

  return (
    <Card component="section" aria-labelledby="request">
      <CardContent>
        <Typography variant="h2" id="request" gutterBottom>
          {answers}
        </Typography>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            request();
          }}
        >
          <Stack direction="row" useFlexGap sx={{ gap: 2, flexWrap: 'wrap', mt: 2 }}>
            {parameters.map((parameter) => (
              <TextField
                key={parameter.name}
                label={parameter.title ?? parameter.name}
                value={texts[parameter.name] ?? ''}
                placeholder={parameter.fallback ?? ''}
                helperText={parameter.description}
                onChange={(event) => setTexts({ ...texts, [parameter.name]: event.target.value })}
                slotProps={{
                  inputLabel: { shrink: true },
                  input: adornments[parameter.unit ?? 'none'],
                  htmlInput: {
                    autoComplete: 'off',
                    maxLength: 200,
                    inputMode: parameter.unit === null ? 'text' : 'decimal',
                  },
                }}
                sx={{ flex: '1 1 200px', maxWidth: 320 }}
              />
            ))}
            <AsOfField value={asOf} onChange={setAsOf} />
          </Stack>
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', mt: 2 }}>
            <Button
              type="submit"
              variant="contained"
              startIcon={<PlayArrow />}
              loading={isAsking}
              loadingPosition="start"
            >
              Make report
            </Button>
            {maySchedule && (
              <Button
                variant="outlined"
                startIcon={<EventRepeat />}
                loading={isScheduling}
                loadingPosition="start"
                onClick={() => isReport(name) && void schedule(name, filled(texts))}
              >
                Every month, on the first
              </Button>
            )}
          </Stack>
          {(error ?? refusal) && <DetailedAlert message={error ?? refusal ?? ''} detail="" />}
        </form>
        <Typography variant="body2" color="text.secondary" sx={{ mt: 2 }}>
          It is made from the log beside the site, goes on when you leave this page, and is kept.
          {maySchedule && ' Every month it is made as of the first, 00:00 UTC, so that it has the whole month before.'}
        </Typography>
      </CardContent>
    </Card>
  );
}
