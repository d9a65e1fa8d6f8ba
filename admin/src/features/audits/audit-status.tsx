import type { AuditStatus as Status } from '@easel/contracts/audit/policy';
import Chip, { type ChipProps } from '@mui/material/Chip';

const looks: Readonly<Record<Status, { label: string; color: ChipProps['color'] }>> = {
  queued: { label: 'Queued', color: 'default' },
  running: { label: 'Running', color: 'info' },
  clean: { label: 'Clean', color: 'success' },
  findings: { label: 'Differences', color: 'error' },
  failed: { label: 'Failed', color: 'warning' },
  cancelled: { label: 'Cancelled', color: 'default' },
};

export const AuditStatus = ({ status }: { status: Status }) => <Chip variant="outlined" {...looks[status]} />;

export const auditStatusLabel = (status: Status): string => looks[status].label;

/** It has no verdict yet, and may be cancelled. */
export const isUnderWay = (status: Status): boolean => status === 'queued' || status === 'running';
