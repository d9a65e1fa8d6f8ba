import type { CuratorFigures, CuratorRecord } from '@easel/contracts/curators/console.http';
import { curatorStates, type CuratorState, type CuratorWay } from '@easel/contracts/curators/policy';
import { personPath } from '@easel/contracts/people/policy';
import Box from '@mui/material/Box';
import Chip, { type ChipProps } from '@mui/material/Chip';
import Link from '@mui/material/Link';
import { Dollars, formatCount, formatDollars } from '../../ui/money.tsx';
import { ShortId } from '../../ui/short-id.tsx';

const looks: Readonly<Record<CuratorState, { label: string; color: NonNullable<ChipProps['color']> }>> = {
  active: { label: 'Active', color: 'success' },
  ended: { label: 'Ended', color: 'default' },
};

export const StateMark = ({ state }: { state: CuratorState }) => <Chip variant="outlined" {...looks[state]} />;

export const stateChoices = curatorStates.map((id) => ({ id, name: looks[id].label }));

const wayLabels: Readonly<Record<CuratorWay, string>> = { appointed: 'Appointed', plan: 'Plan' };

export const waysText = (ways: readonly CuratorWay[]): string => ways.map((way) => wayLabels[way]).join(', ');

/** Public name, as a link to the public page, and id. */
export const MemberName = ({ curator: { id, name } }: { curator: CuratorRecord }) => (
  <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', columnGap: 1, alignItems: 'baseline' }}>
    {name !== null && (
      <Link href={personPath(name)} target="_blank" color="inherit">
        {name}
      </Link>
    )}
    <Box component="span" sx={{ color: 'text.secondary' }}>
      <ShortId id={id} />
    </Box>
  </Box>
);

interface Sums {
  month: CuratorFigures;
  total: CuratorFigures;
}

export const Sales = ({ month, total }: Sums) => (
  <span className="numbers">{`${formatCount(month.sales)} / ${formatCount(total.sales)}`}</span>
);

export const Net = ({ month, total }: Sums) => (
  <>
    <Dollars amount={month.net} /> / <Dollars amount={total.net} />
  </>
);

/** Shares include what was reversed later. */
export const Share = ({ month, total }: Sums) => (
  <>
    <Dollars amount={month.share} /> / <Dollars amount={total.share} />
    {total.reversed !== 0 && (
      <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: '0.9em' }}>
        {`${formatDollars(month.reversed)} / ${formatDollars(total.reversed)} reversed`}
      </Box>
    )}
  </>
);
