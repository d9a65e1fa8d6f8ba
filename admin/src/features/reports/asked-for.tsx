import type { ReportRun } from '@easel/contracts/reports/http';
import { OperatorName } from '../../ui/operator-name.tsx';
import { Time } from '../../ui/time.tsx';

/** Since when a run is there, and by whom: by somebody, or because it is made every month. */
export function AskedFor({ run: { schedule_id: scheduleId, requested_at: at, requested_by: by } }: { run: ReportRun }) {
  if (scheduleId !== null) {
    return (
      <>
        scheduled, <Time at={at} />
      </>
    );
  }
  return (
    <>
      asked for <Time at={at} /> by <OperatorName id={by.id} />
    </>
  );
}
