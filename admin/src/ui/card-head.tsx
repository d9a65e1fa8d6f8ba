import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useReportPath } from './reports.ts';

interface Props {
  id: string;
  title: string;
  /** What the figures mean, where that is not plain. */
  note?: ReactNode;
  /** That answers the same of any time; shown to whoever may read it. */
  report?: string | undefined;
  children?: ReactNode;
}

/** What a card of figures is called, and where else they stand. */
export function CardHead({ id, title, note, report, children }: Props) {
  const path = useReportPath(report);
  return (
    <>
      <Stack
        direction="row"
        sx={{
          justifyContent: 'space-between',
          alignItems: 'center',
          columnGap: 2,
          rowGap: 0.5,
          mb: 1,
          flexWrap: 'wrap',
        }}
      >
        <Typography variant="h2" id={id}>
          {title}
        </Typography>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 2 }}>
          {path !== undefined && (
            <Link component={RouterLink} to={path} aria-label={`Report of ${title.toLowerCase()}`}>
              Report
            </Link>
          )}
          {children}
        </Stack>
      </Stack>
      {note !== undefined && (
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1.5, maxWidth: '72ch' }}>
          {note}
        </Typography>
      )}
    </>
  );
}
