import type { CompetitionRecord } from '@easel/contracts/competitions/console.http';
import Chip, { type ChipProps } from '@mui/material/Chip';

type State = CompetitionRecord['state'];

const looks: Readonly<Record<State, { label: string; color: NonNullable<ChipProps['color']> }>> = {
  prepared: { label: 'Prepared', color: 'default' },
  open: { label: 'Open', color: 'info' },
  closed: { label: 'Closed', color: 'warning' },
  announced: { label: 'Winners announced', color: 'success' },
};

export const StateMark = ({ state }: { state: State }) => <Chip variant="outlined" {...looks[state]} />;

export const stateChoices = (['prepared', 'open', 'closed', 'announced'] as const).map((id) => ({
  id,
  name: looks[id].label,
}));
