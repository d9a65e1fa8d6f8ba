import type { FigureFound } from '@easel/contracts/reports/http';
import { isSum } from '@easel/contracts/reports/policy';
import Alert from '@mui/material/Alert';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import { CardHead } from '../../ui/card-head.tsx';
import { formatCount } from '../../ui/money.tsx';
import { FactsTable } from './facts-table.tsx';
import { cellText, headingOf } from './table-text.ts';

/** A figure, and the facts that it is made of. */
export function FactsCard({ found }: { found: FigureFound }) {
  const { words, column, cell, facts } = found;
  return (
    <Card component="section" aria-labelledby="facts">
      <CardContent>
        <CardHead
          id="facts"
          title={`${[...words, headingOf(column)].join(', ')}: ${cellText(cell, column.unit)}`}
          note={noteOf(found)}
        />
        <Difference found={found} />
        {facts.length > 0 && <FactsTable facts={facts} column={column} />}
      </CardContent>
    </Card>
  );
}

function noteOf({ count, facts, column }: FigureFound): string {
  if (count === 0) return 'No fact has moved it.';
  const what = isSum(column) ? 'What each has added comes to the figure.' : 'These are the facts that it is of.';
  if (facts.length < count) return `The first ${formatCount(facts.length)} of ${formatCount(count)} facts. ${what}`;
  return `${count === 1 ? 'One fact' : `${formatCount(count)} facts`}. ${what}`;
}

/** The figure of the run stands; what is found now may be another one. */
function Difference({ found: { cell, now, column, same_code: isSameCode } }: { found: FigureFound }) {
  if (isSameCode && now === cell) return null;
  const code = isSameCode
    ? 'Facts are gone that there were when the run was made'
    : 'The code of this report is no longer that of the run';
  return (
    <Alert severity="info" sx={{ my: 1 }}>
      {code}. {now === cell ? 'The figure is the same.' : `The figure comes to ${cellText(now, column.unit)} now.`}
    </Alert>
  );
}
