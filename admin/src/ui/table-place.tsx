import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface Props {
  label: string;
  /** It takes the height that there is, and scrolls within. */
  fills?: boolean;
  /** It grows no higher. */
  maxHeightPx?: number;
  children: ReactNode;
}

/** Where a table of a card stands: as wide as the card, and scrolling by itself where it is wider. */
export const TablePlace = ({ label, fills = false, maxHeightPx, children }: Props) => (
  <Box
    role="region"
    aria-label={label}
    tabIndex={0}
    sx={{
      mx: -2,
      overflow: 'auto',
      ...(fills && { height: '100%' }),
      ...(maxHeightPx !== undefined && { maxHeight: maxHeightPx }),
      '& th:first-of-type': { pl: 2 },
      '& th:last-of-type, & td:last-of-type': { pr: 2 },
      '& th': { whiteSpace: 'nowrap' },
      '& tbody tr:last-of-type > *': { borderBottom: 0 },
    }}
  >
    {children}
  </Box>
);
