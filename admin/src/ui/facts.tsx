import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Names of one thing, each beside its value, on the narrowest screens too: a list of `Fact`. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: '110px minmax(0, 1fr)', sm: 'minmax(120px, max-content) minmax(0, 1fr)' },
        columnGap: { xs: 1, sm: 3 },
        rowGap: { xs: 0.5, sm: 1 },
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, overflowWrap: 'anywhere' },
      }}
    >
      {children}
    </Box>
  );
}

export function Fact({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children ?? '–'}</dd>
    </>
  );
}
