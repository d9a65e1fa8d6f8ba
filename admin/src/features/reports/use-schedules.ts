import { reportsHttp } from '@easel/contracts/reports/http';
import type { ReportName } from '@easel/contracts/reports/policy';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { call } from '../../lib/api.ts';
import { useAction } from '../../lib/use-action.ts';
import { failureText } from './failure-text.ts';
import { useReadAnew } from './use-reports.ts';

/** What of a report is made every month. */
export function useSchedules(report: ReportName) {
  useReadAnew();
  return useQuery({
    queryKey: ['reports', 'schedules', report],
    queryFn: ({ signal }) => call(reportsHttp.schedules, { params: { report } }, { signal }),
  });
}

/** Has a report made every month. */
export function useSchedule() {
  const put = useAction(reportsHttp.schedule);
  const notify = useNotify();
  const [error, setError] = useState<string>();
  const [isScheduling, setScheduling] = useState(false);

  async function schedule(report: ReportName, parameters: Record<string, string>): Promise<void> {
    setScheduling(true);
    setError(undefined);
    try {
      await put({ params: { report, id: crypto.randomUUID() }, body: { parameters } });
      notify('It is made on the first of every month', { type: 'success' });
    } catch (failure) {
      setError(failureText(failure));
    } finally {
      setScheduling(false);
    }
  }
  return { schedule, error, isScheduling };
}
