import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { CardHead } from '../../ui/card-head.tsx';
import { words } from '../../ui/choices.ts';
import { formatCount } from '../../ui/money.tsx';
import { TablePlace } from '../../ui/table-place.tsx';
import { PartOf } from './part-of.tsx';
import { type Measures, msText } from './vitals.ts';

type Slow = Measures['slow'][number];
type Task = Measures['long_tasks'][number];

interface ListProps<Row extends Task> {
  id: string;
  title: string;
  note: string;
  none: string;
  rows: readonly Row[] | undefined;
  /** What is told of a row before page and build. */
  columns: readonly { label: string; text: (row: Row) => string }[];
}

function SlowCard<Row extends Task>({ id, title, note, none, rows, columns }: ListProps<Row>) {
  const named: ListProps<Row>['columns'] = [
    ...columns,
    { label: 'Page', text: ({ page }) => page },
    { label: 'Build', text: ({ build }) => build },
  ];
  return (
    <Card component="section" aria-labelledby={id}>
      <CardContent>
        <CardHead id={id} title={title} note={note} />
        <PartOf rows={rows} none={none}>
          <TablePlace label={`Table of ${title.toLowerCase()}`} maxHeightPx={420}>
            <Table size="small" stickyHeader>
              <TableHead>
                <TableRow>
                  {named.map(({ label }) => (
                    <TableCell key={label}>{label}</TableCell>
                  ))}
                  <TableCell align="right">Times</TableCell>
                  <TableCell align="right">On average</TableCell>
                </TableRow>
              </TableHead>
              <TableBody>
                {rows?.map((row) => (
                  <TableRow key={named.map(({ text }) => text(row)).join('\n')}>
                    {named.map(({ label, text }, index) => (
                      <TableCell key={label} {...(index === 0 && { component: 'th', scope: 'row' })}>
                        {text(row)}
                      </TableCell>
                    ))}
                    <TableCell align="right">{formatCount(row.times)}</TableCell>
                    <TableCell align="right" sx={{ whiteSpace: 'nowrap' }}>
                      {msText(row.average_ms)}
                    </TableCell>
                  </TableRow>
                ))}
              </TableBody>
            </Table>
          </TablePlace>
        </PartOf>
      </CardContent>
    </Card>
  );
}

export const SlowResourcesCard = ({ rows }: { rows: readonly Slow[] | undefined }) => (
  <SlowCard
    id="slow-resources"
    title="Slow resources"
    note="What took more than a second to come, by how long people waited for it in all."
    none="Nothing took more than a second to come."
    rows={rows}
    columns={[
      { label: 'Resource', text: ({ resource }) => resource },
      { label: 'Kind', text: ({ kind }) => words(kind) },
    ]}
  />
);

export const LongTasksCard = ({ rows }: { rows: readonly Task[] | undefined }) => (
  <SlowCard
    id="long-tasks"
    title="Long tasks"
    note="Work of the page itself that kept it from answering for more than a second."
    none="No page was busy for more than a second."
    rows={rows}
    columns={[]}
  />
);
