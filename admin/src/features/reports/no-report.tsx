import { reportProblems } from '@easel/contracts/reports/problems';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { PageTitle } from '../../ui/page-title.tsx';

/** What an address says that names no report, or none of its runs. */
export function NoReport() {
  return (
    <Stack spacing={1} sx={{ mt: 4 }}>
      <PageTitle title="Reports" />
      <Typography variant="h2">{reportProblems.notFound.message}</Typography>
      <Link component={RouterLink} to="/reports">
        All reports
      </Link>
    </Stack>
  );
}
