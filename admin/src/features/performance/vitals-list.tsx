import { type Vital, vitals } from '@easel/contracts/telemetry/policy';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link } from 'react-router';
import { formatCount } from '../../ui/money.tsx';
import { Rating } from './rating.tsx';
import { type Measured, shareText, vitalNames, vitalText } from './vitals.ts';

interface Props {
  /** Undefined while they are on their way. */
  metrics: readonly Measured[] | undefined;
  current: Vital;
  linkTo: (vital: Vital) => { search: string };
}

/** Each vital as three of four views were at least as good as; the one that is chosen is told in detail below. */
export const VitalsList = ({ metrics, current, linkTo }: Props) => (
  <Box
    component="nav"
    aria-label="Vitals"
    aria-busy={metrics === undefined}
    sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: 'repeat(auto-fill, minmax(176px, 1fr))' }}
  >
    {vitals.map((name) => (
      <Box
        key={name}
        component={Link}
        to={linkTo(name)}
        replace
        aria-current={name === current ? 'page' : undefined}
        sx={tile(name === current)}
      >
        <Box component="span" sx={{ fontWeight: 600 }}>
          {name.toUpperCase()}
        </Box>
        <Box component="span" sx={{ color: 'text.secondary', fontSize: 13, lineHeight: '18px', minHeight: 36 }}>
          {vitalNames[name]}
        </Box>
        {metrics ? (
          <Value metric={metrics.find((metric) => metric.name === name)} />
        ) : (
          <Skeleton component="span" height={74} />
        )}
      </Box>
    ))}
  </Box>
);

function Value({ metric }: { metric: Measured | undefined }) {
  if (!metric) {
    return (
      <Typography component="span" color="text.secondary" sx={{ minHeight: 74 }}>
        Not measured
      </Typography>
    );
  }
  const { name, p75, rating, good, views } = metric;
  return (
    <>
      <Box component="span" className="numbers" sx={{ fontSize: 24, fontWeight: 600, lineHeight: '32px' }}>
        {vitalText(name, p75)}
      </Box>
      <Rating of={rating} />
      <Box component="span" sx={{ color: 'text.secondary', fontSize: 13 }}>
        {shareText(good, views)} of {formatCount(views)} good
      </Box>
    </>
  );
}

const tile = (isCurrent: boolean) => ({
  display: 'flex',
  flexDirection: 'column',
  p: 1.5,
  borderRadius: 1,
  border: 1,
  borderColor: isCurrent ? 'primary.main' : 'divider',
  boxShadow: isCurrent ? '0 0 0 1px currentColor' : 'none',
  backgroundColor: 'background.paper',
  color: 'text.primary',
  textDecoration: 'none',
  '&:hover': { borderColor: 'text.secondary' },
  '&:focus-visible': { outline: '2px solid', outlineColor: 'primary.main', outlineOffset: 2 },
});
