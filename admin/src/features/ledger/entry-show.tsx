import type { LedgerRecord } from '@easel/contracts/ledger/console.http';
import { ledgerReasonLabels } from '@easel/contracts/ledger/policy';
import type { LedgerBalance } from '@easel/contracts/ledger/http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { lazy, type ReactNode, Suspense } from 'react';
import { ShowBase, useCreatePath, useRecordContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Actor } from '../../ui/history.tsx';
import { Credits, Dollars } from '../../ui/money.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { accountPath, listPath } from './addresses.ts';
import { MovedCredits, MovedDollars } from './amounts.tsx';
import { beside, utcText } from './instant.ts';
import { useNeighbours } from './use-neighbours.ts';

const CauseGraph = lazy(() =>
  import('../../causes/cause-graph.tsx').then(({ CauseGraph: graph }) => ({ default: graph })),
);

const EMPTY: LedgerBalance = { credits: 0, held: 0, dollars: 0, frozen: 0 };

export default function EntryShow() {
  return (
    <ShowBase<LedgerRecord>
      disableAuthentication
      error={<PageTrouble title="Ledger entry" />}
      queryOptions={{ onError: () => undefined }}
    >
      <EntryPage />
    </ShowBase>
  );
}

function EntryPage() {
  const entry = useRecordContext<LedgerRecord>();
  if (!entry) {
    return (
      <Stack spacing={2} sx={{ mt: 2 }}>
        <PageTitle title="Ledger entry" />
        <Skeleton variant="rounded" height={260} />
        <Skeleton variant="rounded" height={420} />
      </Stack>
    );
  }
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <PageTitle title={ledgerReasonLabels[entry.reason]} />
      <Movement entry={entry} />
      <Particulars entry={entry} />
      <Section title="What caused it, and what came of it">
        <Suspense fallback={<Skeleton variant="rounded" height={236} />}>
          <CauseGraph position={entry.position} />
        </Suspense>
      </Section>
    </Stack>
  );
}

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardContent>
      <Typography variant="h2" gutterBottom>
        {title}
      </Typography>
      {children}
    </CardContent>
  </Card>
);

/** The four balances: before, moved, after. */
function Movement({ entry }: { entry: LedgerRecord }) {
  const createPath = useCreatePath();
  const { older, newer } = useNeighbours(entry.member_id, entry.position);
  // Nothing moves between two entries of an account: what stood after the one stood before the next.
  const before = older === undefined ? undefined : (older?.balance ?? EMPTY);
  const rows: readonly { name: string; key: keyof LedgerBalance; unit: 'credits' | 'dollars' }[] = [
    { name: 'Credits', key: 'credits', unit: 'credits' },
    { name: 'Held', key: 'held', unit: 'credits' },
    { name: 'Wallet', key: 'dollars', unit: 'dollars' },
    { name: 'Frozen', key: 'frozen', unit: 'dollars' },
  ];
  const entryPath = ({ id }: LedgerRecord) => createPath({ resource: 'ledger', type: 'show', id });
  return (
    <Section title="Movement">
      <Box role="region" aria-label="Balances before and after" tabIndex={0} sx={{ overflowX: 'auto' }}>
        <Table
          size="small"
          sx={{ maxWidth: 720, '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1.5 } }, '& td': { whiteSpace: 'nowrap' } }}
        >
          <TableHead>
            <TableRow>
              <TableCell>Balance</TableCell>
              <TableCell align="right">Before</TableCell>
              <TableCell align="right">Moved</TableCell>
              <TableCell align="right">After</TableCell>
            </TableRow>
          </TableHead>
          <TableBody>
            {rows.map(({ name, key, unit }) => (
              <TableRow key={key}>
                <TableCell component="th" scope="row">
                  {name}
                </TableCell>
                <TableCell align="right">
                  {before ? <Sum unit={unit} amount={before[key]} /> : <Skeleton width={60} sx={{ ml: 'auto' }} />}
                </TableCell>
                <TableCell align="right">
                  {unit === 'credits' ? <MovedCredits amount={entry[key]} /> : <MovedDollars amount={entry[key]} />}
                </TableCell>
                <TableCell align="right">
                  <Sum unit={unit} amount={entry.balance[key]} />
                </TableCell>
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </Box>
      {entry.card !== undefined && entry.card !== 0 && (
        <Typography sx={{ mt: 1 }}>
          {entry.card > 0 ? 'Paid by card: ' : 'Back to the card: '}
          <Dollars amount={Math.abs(entry.card)} />
        </Typography>
      )}
      <Stack
        direction="row"
        useFlexGap
        spacing={1}
        component="nav"
        aria-label="Around it"
        sx={{ flexWrap: 'wrap', mt: 2 }}
      >
        <Button size="small" component={RouterLink} to={accountPath(entry.member_id, beside(entry.at, -1))}>
          Account just before
        </Button>
        <Button size="small" component={RouterLink} to={accountPath(entry.member_id, entry.at)}>
          Account just after
        </Button>
        <Step to={older && entryPath(older)}>Previous entry</Step>
        <Step to={newer && entryPath(newer)}>Next entry</Step>
        <Button
          size="small"
          component={RouterLink}
          to={createPath({ resource: 'events', type: 'show', id: entry.position })}
        >
          Its event
        </Button>
      </Stack>
    </Section>
  );
}

const Sum = ({ unit, amount }: { unit: 'credits' | 'dollars'; amount: number }) =>
  unit === 'credits' ? <Credits amount={amount} /> : <Dollars amount={amount} />;

const Step = ({ to, children }: { to: string | null | undefined; children: ReactNode }) =>
  to ? (
    <Button size="small" component={RouterLink} to={to}>
      {children}
    </Button>
  ) : (
    <Button size="small" disabled>
      {children}
    </Button>
  );

function Particulars({ entry }: { entry: LedgerRecord }) {
  const { actor } = entry;
  return (
    <Section title="Entry">
      <Facts>
        <Fact name="Reason">{ledgerReasonLabels[entry.reason]}</Fact>
        {entry.note !== null && entry.note !== '' && <Fact name="Note">{entry.note}</Fact>}
        <Fact name="Recorded">{utcText(entry.at)}</Fact>
        <Fact name="Member">
          <Narrowing filter={{ member: entry.member_id }} id={entry.member_id} of="member’s id" />
        </Fact>
        <Fact name="By">
          <Actor actor={actor} />
          {actor.role !== null && ` (${actor.role})`}
        </Fact>
        {entry.generation_id !== null && (
          <Fact name="Generation">
            <Narrowing filter={{ generation: entry.generation_id }} id={entry.generation_id} of="generation’s id" />
          </Fact>
        )}
        {entry.purchase_id !== null && (
          <Fact name="Purchase">
            <Narrowing filter={{ purchase: entry.purchase_id }} id={entry.purchase_id} of="purchase’s id" />
          </Fact>
        )}
        {entry.payment_id !== null && (
          <Fact name="Payment">
            <Narrowing filter={{ payment: entry.payment_id }} id={entry.payment_id} of="payment’s id" />
          </Fact>
        )}
        <Fact name="Correlation">
          <Narrowing filter={{ correlation: entry.correlation_id }} id={entry.correlation_id} of="correlation id" />
        </Fact>
        <Fact name="Caused by">
          {entry.causation_id === null || entry.causation_id === '' ? (
            '–'
          ) : (
            <ShortId id={entry.causation_id} copy of="causation id" />
          )}
        </Fact>
        <Fact name="Event">
          <ShortId id={entry.id} copy of="event’s id" />
        </Fact>
        <Fact name="Stream">
          <ShortId id={entry.stream} copy of="stream’s name" /> at revision {entry.revision}
        </Fact>
        <Fact name="Position">
          <Box component="span" sx={{ fontFamily: 'monospace' }}>
            {entry.position}
          </Box>
        </Fact>
      </Facts>
    </Section>
  );
}

/** An id, and the way to every entry with it. */
function Narrowing({ filter, id, of }: { filter: Readonly<Record<string, string>>; id: string; of: string }) {
  return (
    <Stack component="span" direction="row" useFlexGap spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap' }}>
      <ShortId id={id} copy of={of} />
      <Button size="small" component={RouterLink} to={listPath(filter)} aria-label={`All entries with this ${of}`}>
        All entries
      </Button>
    </Stack>
  );
}
