import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { Sparkline } from './sparkline.tsx';

interface FiguresProps {
  label: string;
  /** Of each column, for figures that are longer than a count. */
  minWidthPx?: number;
  children: ReactNode;
}

export const Figures = ({ label, minWidthPx = 92, children }: FiguresProps) => (
  <Box
    component="ul"
    aria-label={label}
    sx={{
      listStyle: 'none',
      m: 0,
      p: 0,
      display: 'grid',
      gap: 2,
      gridTemplateColumns: `repeat(auto-fill, minmax(${minWidthPx}px, 1fr))`,
    }}
  >
    {children}
  </Box>
);

interface Props {
  label: string;
  /** Undefined while it is on its way. */
  value: string | undefined;
  /** Where it comes from; undefined where this operator may not look. */
  to?: string | undefined;
  /** Of the last days, the oldest first. */
  trend?: { values: readonly number[] | undefined; text: string };
}

/** A number with its name and its last days. */
export function Figure({ label, value, to, trend }: Props) {
  const number = (
    <>
      <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 13, lineHeight: '20px' }}>
        {label}
      </Box>
      <Box
        component="span"
        className="numbers"
        sx={{ display: 'block', fontSize: 24, fontWeight: 600, lineHeight: '32px', color: 'text.primary' }}
      >
        {value ?? <Skeleton component="span" width={56} />}
      </Box>
    </>
  );
  return (
    <Box component="li" aria-busy={value === undefined}>
      {to === undefined || value === undefined ? (
        number
      ) : (
        <Link component={RouterLink} to={to} underline="none" sx={{ display: 'block', '&:hover span + span': linked }}>
          {number}
        </Link>
      )}
      {trend && (
        <Box sx={{ height: 28, mt: 0.5 }}>{trend.values && <Sparkline values={trend.values} text={trend.text} />}</Box>
      )}
    </Box>
  );
}

const linked = { textDecoration: 'underline', textDecorationThickness: 1, textUnderlineOffset: 4 };
