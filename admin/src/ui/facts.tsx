import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Names and values of one thing, in two columns where there is room: a list of `Fact`. */
export function Facts({ children }: { children: ReactNode }) {
  return (
    <Box
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gridTemplateColumns: { xs: '1fr', sm: 'minmax(120px, max-content) 1fr' },
        columnGap: 3,
        rowGap: 1,
        '& dt': { color: 'text.secondary' },
        '& dd': { m: 0, minWidth: 0, overflowWrap: 'anywhere', mb: { xs: 1, sm: 0 } },
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
