import type { OperatorRecord } from '@easel/contracts/operators/http';
import Chip, { type ChipProps } from '@mui/material/Chip';

const looks: Readonly<Record<OperatorRecord['status'], { label: string; color: ChipProps['color'] }>> = {
  invited: { label: 'Invited', color: 'info' },
  active: { label: 'Active', color: 'success' },
  disabled: { label: 'Disabled', color: 'default' },
};

export const OperatorStatus = ({ status }: Pick<OperatorRecord, 'status'>) => (
  <Chip variant="outlined" {...looks[status]} />
);
