import { payoutStatuses, type PayoutStatus } from '@easel/contracts/earnings/policy';
import Chip, { type ChipProps } from '@mui/material/Chip';

const looks: Readonly<Record<PayoutStatus, { label: string; color: NonNullable<ChipProps['color']> }>> = {
  requested: { label: 'Open', color: 'info' },
  paid: { label: 'Paid', color: 'success' },
  returned: { label: 'Returned', color: 'default' },
};

export const StatusMark = ({ status }: { status: PayoutStatus }) => <Chip variant="outlined" {...looks[status]} />;

export const statusChoices = payoutStatuses.map((id) => ({ id, name: looks[id].label }));

/** Country and last four characters of an IBAN, `DE … 3000`. */
export const bankText = (bank: string | null): string =>
  bank === null ? '–' : `${bank.slice(0, 2)} … ${bank.slice(2)}`;
