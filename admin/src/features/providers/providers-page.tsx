import type { ProviderFigures } from '@easel/contracts/providers/figures.http';
import type { ProvidersConsole } from '@easel/contracts/providers/http';
import { BUILT_IN } from '@easel/contracts/providers/policy';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useReportPath } from '../../ui/reports.ts';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { Section } from '../../ui/section.tsx';
import { FiguresOf, ProviderCard } from './provider-card.tsx';
import { DAYS, useFigures, useProviders } from './reads.ts';
import { RoutingCard } from './routing-card.tsx';

export default function ProvidersPage() {
  const { data, error, isFetching, refetch } = useProviders();
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 1100 }}>
      <PageTitle title="Providers" />
      {data ? (
        <Providers known={data} />
      ) : error ? (
        <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <RowsPlaceholder rows={3} heightPx={280} />
      )}
    </Stack>
  );
}

function Providers({ known: { providers, routing } }: { known: ProvidersConsole }) {
  const { data, error, isFetching, refetch } = useFigures();
  const report = useReportPath('providers');
  const [conflict, setConflict] = useState<string>();
  const figuresOf = (name: string): ProviderFigures | null | undefined =>
    data && (data.figures.find(({ id }) => id === name) ?? null);
  const gone = data?.figures.filter(({ id }) => providers.every(({ name }) => name !== id)) ?? [];
  return (
    <>
      {providers.every(({ name }) => name === BUILT_IN) && <NoneConfigured />}
      {conflict !== undefined && (
        // Sticky, so that it is visible from the card that was being changed.
        <Alert
          severity="warning"
          role="alert"
          sx={{ position: 'sticky', top: 64, zIndex: 1 }}
          onClose={() => setConflict(undefined)}
        >
          {conflict}
        </Alert>
      )}
      {error && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      <Typography variant="body2" color="text.secondary" sx={{ maxWidth: '72ch' }}>
        Figures cover the last {DAYS} days (UTC). “Perhaps” is what calls with an unknown outcome may have cost in
        addition. Income counts a paid credit as $0.0333 and a free one as nothing. Times are within 2.5 %.{' '}
        {report !== undefined && (
          <Link component={RouterLink} to={report}>
            Report by month
          </Link>
        )}
      </Typography>
      {providers.map((provider) => (
        <ProviderCard
          key={provider.name}
          provider={provider}
          figures={error ? undefined : figuresOf(provider.name)}
          onConflict={setConflict}
        />
      ))}
      {gone.map((figures) => (
        <Section key={figures.id} title={`${figures.id} (no longer configured)`}>
          <FiguresOf label={figures.id} figures={figures} />
        </Section>
      ))}
      <RoutingCard routing={routing} providers={providers} onConflict={setConflict} />
    </>
  );
}

const NoneConfigured = () => (
  <Alert severity="info" variant="outlined">
    <AlertTitle>No provider is configured</AlertTitle>
    The built-in renderer draws all pictures; it is a demonstration. To use a provider, describe it in a JSON file, set{' '}
    <code>PROVIDERS</code> to the path of that file, and restart Easel. The guide <code>docs/operating/providers</code>{' '}
    describes the file for each kind of provider.
  </Alert>
);
