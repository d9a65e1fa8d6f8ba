import { type ReportTable, reportsHttp, type WholeRun } from '@easel/contracts/reports/http';
import { type ReportFormat, reportFormats } from '@easel/contracts/reports/policy';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { download } from '../../lib/api.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { CompareField } from './compare-field.tsx';
import { RunTable } from './run-table.tsx';
import { type DrawnUnit, drawnUnits, seriesOf, unitsDrawn } from './table-text.ts';
import { useRun } from './use-reports.ts';

const SeriesChart = lazy(() => import('../../ui/series-chart.tsx'));
const labels: Readonly<Record<ReportFormat, string>> = { csv: 'CSV', json: 'JSON', parquet: 'Parquet' };

/** What a run came to: a chart, the table behind it, files; and beside another run what is not the same. */
export function MadeCard({ run, table }: { run: WholeRun; table: ReportTable }) {
  const units = unitsDrawn(table);
  const [unit, setUnit] = useState<DrawnUnit | undefined>(units[0]);
  const [params] = useSearchParams();
  const other = useRun(params.get('with') ?? undefined).data?.run;
  return (
    <Card component="section" aria-labelledby="made">
      <CardContent>
        <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}>
          <Typography variant="h2" id="made" sx={{ mr: 'auto' }}>
            {table.rows.length === 0 ? 'No figures' : 'Figures'}
          </Typography>
          {units.length > 1 && (
            <ToggleButtonGroup
              size="small"
              exclusive
              value={unit}
              aria-label="Draw"
              onChange={(_, next: DrawnUnit | null) => next && setUnit(next)}
            >
              {units.map((one) => (
                <ToggleButton key={one} value={one}>
                  {drawnUnits[one]}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          )}
          {reportFormats.map((format) => (
            <FileButton
              key={format}
              label={labels[format]}
              fileName={`${run.report}.${format}`}
              fetchFile={() => download(reportsHttp.export, { params: { id: run.id }, body: { format } })}
            />
          ))}
        </Stack>
        {table.rows.length === 0 && (
          <Typography color="text.secondary">Nothing of this has happened up to then, or in these months.</Typography>
        )}
        {unit && (
          <Suspense fallback={<Skeleton variant="rounded" height={280} />}>
            <SeriesChart of={seriesOf(table, unit)} kind="bars" />
          </Suspense>
        )}
        <CompareField run={run} />
        {(table.rows.length > 0 || other?.table) && (
          <RunTable run={run} table={table} other={other?.table ? { run: other, table: other.table } : undefined} />
        )}
      </CardContent>
    </Card>
  );
}
