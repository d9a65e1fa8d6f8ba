import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { PageTitle } from './page-title.tsx';

interface Props {
  title: string;
  /** Where to go on. */
  way: { to: string; text: string };
  children: ReactNode;
}

/** Stands where there is nothing to show, and trying again would not help. */
export const Nowhere = ({ title, way, children }: Props) => (
  <Card component="section" sx={{ mt: 2, maxWidth: 640 }}>
    <PageTitle title={title} />
    <CardContent>
      <Typography variant="h2" gutterBottom>
        {title}
      </Typography>
      <Typography sx={{ mb: 2, overflowWrap: 'anywhere' }}>{children}</Typography>
      <Link component={RouterLink} to={way.to}>
        {way.text}
      </Link>
    </CardContent>
  </Card>
);
