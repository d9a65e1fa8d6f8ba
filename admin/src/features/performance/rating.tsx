import { type Rating as Rated, ratingOf, type Vital } from '@easel/contracts/telemetry/policy';
import Good from '@mui/icons-material/CheckCircleOutlined';
import Poor from '@mui/icons-material/HighlightOff';
import Fair from '@mui/icons-material/WarningAmber';
import Box from '@mui/material/Box';
import { vitalText } from './vitals.ts';

const ratings = {
  good: { icon: Good, word: 'Good', color: 'success.main' },
  'needs-improvement': { icon: Fair, word: 'Needs improvement', color: 'warning.main' },
  poor: { icon: Poor, word: 'Poor', color: 'error.main' },
} as const;

/** Good, in need of improvement or poor, by a sign of its own and in words. */
export function Rating({ of }: { of: Rated }) {
  const { icon: Icon, word, color } = ratings[of];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.5, color, whiteSpace: 'nowrap' }}>
      <Icon sx={{ fontSize: 16 }} aria-hidden />
      {word}
    </Box>
  );
}

/** A value with the sign of its rating. */
export function RatedValue({ vital, value }: { vital: Vital; value: number }) {
  const { icon: Icon, word, color } = ratings[ratingOf(vital, value)];
  return (
    <Box component="span" sx={{ display: 'inline-flex', alignItems: 'center', gap: 0.75, whiteSpace: 'nowrap' }}>
      {vitalText(vital, value)}
      <Icon sx={{ fontSize: 16, color }} titleAccess={word} />
    </Box>
  );
}
