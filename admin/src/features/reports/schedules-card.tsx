import { reportsHttp, type ReportSchedule } from '@easel/contracts/reports/http';
import type { ReportName } from '@easel/contracts/reports/policy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { Failed } from '../../ui/failed.tsx';
import { OperatorName } from '../../ui/operator-name.tsx';
import { failureText } from './failure-text.ts';
import { parametersText } from './runs-list.tsx';
import { useSchedules } from './use-schedules.ts';

/** What of a report is made every month, when next, and a way to stop it; nothing where nothing is. */
export function SchedulesCard({ report }: { report: ReportName }) {
  const { data, error, isFetching, refetch } = useSchedules(report);
  if (error && !data) return <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />;
  if (!data || data.schedules.length === 0) return null;
  return (
    <Card component="section" aria-labelledby="schedules">
      <CardContent>
        <Typography variant="h2" id="schedules" gutterBottom>
          Every month, on the first
        </Typography>
        <Box component="ul" aria-labelledby="schedules" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data.schedules.map((schedule) => (
            <Schedule key={schedule.id} report={report} schedule={schedule} />
          ))}
        </Box>
      </CardContent>
    </Card>
  );
}

interface ScheduleProps {
  report: ReportName;
  schedule: ReportSchedule;
}

function Schedule({ report, schedule: { id, parameters, next_at: nextAt, scheduled_by: by } }: ScheduleProps) {
  const remove = useAction(reportsHttp.unschedule);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const given = parametersText(parameters);
  const day = nextAt.slice(0, 10);

  async function stop() {
    setBusy(true);
    try {
      await remove({ params: { report, id } });
    } catch (failure) {
      notify(failureText(failure), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Stack component="li" direction="row" useFlexGap sx={{ py: 0.75, gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      <Box sx={{ flex: '1 1 200px' }}>
        <Typography>{given === '' ? 'Without parameters' : given}</Typography>
        <Typography variant="body2" color="text.secondary">
          Next on <time dateTime={nextAt}>{day}</time>, 00:00 UTC, scheduled by <OperatorName id={by.id} />
        </Typography>
      </Box>
      <Button
        variant="outlined"
        size="small"
        loading={busy}
        aria-label={given === '' ? 'Stop' : `Stop ${given}`}
        onClick={() => void stop()}
      >
        Stop
      </Button>
    </Stack>
  );
}
