import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';

/** The room that rows will take, while they are on their way. */
export const RowsPlaceholder = ({ rows, heightPx }: { rows: number; heightPx: number }) => (
  <Stack aria-busy="true" sx={{ px: 1.5 }}>
    {Array.from({ length: rows }, (_, index) => (
      <Stack key={index} sx={{ height: heightPx, justifyContent: 'center', borderBottom: 1, borderColor: 'divider' }}>
        <Skeleton width={`${92 - ((index * 7) % 23)}%`} />
      </Stack>
    ))}
  </Stack>
);
