import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Read out, not seen; `live` where it is read out whenever it changes. */
export const Unseen = ({ children, live = false }: { children: ReactNode; live?: boolean }) => (
  <Box
    component="span"
    {...(live && { role: 'status' })}
    sx={{
      position: 'absolute',
      width: '1px',
      height: '1px',
      overflow: 'hidden',
      clipPath: 'inset(50%)',
      whiteSpace: 'nowrap',
    }}
  >
    {children}
  </Box>
);
