import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { type RaRecord, useListContext } from 'react-admin';

interface Props<Item> {
  label: string;
  /** `ol` where their order tells something. */
  component: 'ol' | 'ul';
  empty: ReactNode;
  children: (item: Item) => ReactNode;
}

/** Shows a list's records one below the other, for screens too narrow for a table. */
export function Cards<Item extends RaRecord>({ label, component, empty, children }: Props<Item>) {
  const { data } = useListContext<Item>();
  if (!data || data.length === 0) return empty;
  return (
    <Box component={component} aria-label={label} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((item) => (
        <Box
          component="li"
          key={item.id}
          sx={{ p: 1.5, borderBottom: 1, borderColor: 'divider', '&:last-of-type': { borderBottom: 0 } }}
        >
          {children(item)}
        </Box>
      ))}
    </Box>
  );
}
