import { sqlHttp } from '@easel/contracts/columns/http';
import {
  type AnswerChart,
  answerCharts,
  ROWS_SHOWN,
  type SqlFormat,
  sqlFormats,
} from '@easel/contracts/columns/policy';
import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { lazy, Suspense } from 'react';
import { download } from '../../lib/api.ts';
import { FileButton } from '../../ui/file-button.tsx';
import { formatCount } from '../../ui/money.tsx';
import { type Answer, charted } from './answer.ts';
import { AnswerTable } from './answer-table.tsx';

const Drawing = lazy(() => import('../../ui/series-chart.tsx'));

const chartLabels: Readonly<Record<AnswerChart, string>> = { none: 'Table', bars: 'Bars', lines: 'Lines' };

interface Props {
  /** What was run. */
  sql: string;
  /** The statement above is another one by now. */
  isOld: boolean;
  answer: Answer;
  chart: AnswerChart;
  onChart: (chart: AnswerChart) => void;
}

/** What a statement came to: a table, a chart above it where one is wanted, and files of all of it. */
export function AnswerCard({ sql, isOld, answer, chart, onChart }: Props) {
  const { rows, more, as_of: asOf } = answer;
  const drawn = charted(answer);
  return (
    <Card component="section" aria-labelledby="answer">
      <CardContent>
        <Stack direction="row" useFlexGap sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1, mb: 1 }}>
          <Typography variant="h2" id="answer" sx={{ mr: 'auto' }}>
            {more ? `The first ${formatCount(rows.length)} rows` : rowsText(rows.length)}
          </Typography>
          {drawn && (
            <ToggleButtonGroup
              size="small"
              exclusive
              value={chart}
              aria-label="Show the answer as"
              onChange={(_, next: AnswerChart | null) => next !== null && onChart(next)}
            >
              {answerCharts.map((one) => (
                <ToggleButton key={one} value={one}>
                  {chartLabels[one]}
                </ToggleButton>
              ))}
            </ToggleButtonGroup>
          )}
          {sqlFormats.map((format) => (
            <AnswerFile key={format} sql={sql} asOf={asOf} format={format} />
          ))}
        </Stack>
        {isOld && (
          <Alert severity="info" sx={{ mb: 1 }}>
            This is the answer to the statement before you changed it. Run it again to see the new answer.
          </Alert>
        )}
        <Typography variant="body2" color="text.secondary" sx={{ mb: 1 }}>
          As of position <span className="numbers">{asOf}</span>: the same statement has the same answer there again.
          {more && ` Files have all rows; here are ${formatCount(ROWS_SHOWN)} at most.`}
        </Typography>
        {drawn && chart !== 'none' && (
          <Suspense fallback={<Skeleton variant="rounded" height={280} />}>
            <Drawing of={drawn} kind={chart} />
            {drawn.left > 0 && (
              <Typography variant="body2" color="text.secondary">
                The chart has the first {formatCount(drawn.points.length)} rows.
              </Typography>
            )}
          </Suspense>
        )}
        {rows.length > 0 && <AnswerTable {...answer} />}
      </CardContent>
    </Card>
  );
}

const rowsText = (rows: number): string =>
  rows === 0 ? 'No rows' : rows === 1 ? 'One row' : `${formatCount(rows)} rows`;

const formatLabels: Readonly<Record<SqlFormat, string>> = { csv: 'CSV', json: 'JSON', parquet: 'Parquet' };

/** The file is of what is shown: as of the same position. */
function AnswerFile({ sql, asOf, format }: { sql: string; asOf: string; format: SqlFormat }) {
  const body = Number(asOf) < 0 ? { sql, format } : { sql, format, as_of: asOf };
  return (
    <FileButton
      label={formatLabels[format]}
      fileName={`answer.${format}`}
      fetchFile={() => download(sqlHttp.export, { body })}
    />
  );
}
