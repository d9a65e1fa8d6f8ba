import { useCanAccess } from 'react-admin';

/** Returns the report behind a figure; undefined where the operator may not read that report. */
export function useReportPath(report: string | undefined): string | undefined {
  const { canAccess = false } = useCanAccess({ resource: 'reports', action: report ?? 'list' });
  return report !== undefined && canAccess ? `/reports/${report}` : undefined;
}
