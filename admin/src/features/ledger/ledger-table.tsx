import type { LedgerRecord } from '@easel/contracts/ledger/console.http';
import { ledgerReasonLabels } from '@easel/contracts/ledger/policy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { ReactNode, SyntheticEvent } from 'react';
import { DataTable } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Cards } from '../../ui/cards.tsx';
import { Actor } from '../../ui/history.tsx';
import { RecordLink } from '../../ui/record-link.tsx';
import { shortId } from '../../ui/shorten-id.ts';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { accountPath } from './addresses.ts';
import { BalanceText, MovedCredits, MovedDollars } from './amounts.tsx';

const Column = DataTable.Col<LedgerRecord>;

/** Prevents a click on a link in a row from opening the entry as well. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

export function LedgerTable({ empty }: { empty: ReactNode }) {
  return (
    <Box
      role="region"
      aria-label="Movements"
      tabIndex={0}
      sx={{
        overflowX: 'auto',
        '& td, & th': { whiteSpace: 'nowrap' },
        '& td': { verticalAlign: 'top' },
        '& .MuiTableCell-root': { px: 1 },
      }}
    >
      <DataTable<LedgerRecord> bulkActionButtons={false} rowClick="show" empty={<>{empty}</>}>
        <Column label="Time (UTC)" render={(entry) => <EntryLink entry={entry} />} />
        <Column label="Member" render={({ member_id }) => <MemberLink id={member_id} />} />
        <Column label="Reason" sx={{ minWidth: 180 }} render={(entry) => <Reason entry={entry} />} />
        <Column label="Credits" align="right" render={({ credits }) => <MovedCredits amount={credits} />} />
        <Column label="Held" align="right" render={({ held }) => <MovedCredits amount={held} />} />
        <Column label="Dollars" align="right" render={(entry) => <DollarsAndFrozen entry={entry} />} />
        <Column label="Balance after" align="right" render={({ balance }) => <BalanceText balance={balance} />} />
        <Column label="By" render={({ actor }) => <Actor actor={actor} />} />
      </DataTable>
    </Box>
  );
}

export function LedgerCards({ empty }: { empty: ReactNode }) {
  return (
    <Cards<LedgerRecord> label="Movements" component="ol" empty={empty}>
      {(entry) => (
        <>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1 }}>
            <EntryLink entry={entry} />
            <MemberLink id={entry.member_id} />
          </Stack>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, mt: 0.5 }}>
            <Box sx={{ minWidth: 0 }}>
              <Reason entry={entry} />
            </Box>
            <Box sx={{ textAlign: 'right', whiteSpace: 'nowrap' }}>
              {entry.credits !== 0 && (
                <div>
                  <MovedCredits amount={entry.credits} />
                </div>
              )}
              {entry.held !== 0 && (
                <div>
                  <MovedCredits amount={entry.held} /> held
                </div>
              )}
              {[entry.dollars, entry.frozen, byCard(entry)].some((sum) => sum !== 0) && (
                <DollarsAndFrozen entry={entry} />
              )}
            </Box>
          </Stack>
          <Box sx={{ color: 'text.secondary', fontSize: 13, mt: 0.5 }}>
            After it: <BalanceText balance={entry.balance} />
          </Box>
        </>
      )}
    </Cards>
  );
}

const EntryLink = ({ entry }: { entry: LedgerRecord }) => (
  <RecordLink id={entry.id}>
    <Time at={entry.at} exact />
  </RecordLink>
);

function MemberLink({ id }: { id: string }) {
  return (
    <Button
      component={RouterLink}
      to={accountPath(id)}
      size="small"
      title={`Only this account: ${id}`}
      aria-label={`Only the account of member ${shortId(id)}`}
      onClick={stop}
      sx={{ minWidth: 0, p: 0, textTransform: 'none' }}
    >
      <ShortId id={id} />
    </Button>
  );
}

function Reason({ entry: { reason, note } }: { entry: LedgerRecord }) {
  return (
    <>
      {ledgerReasonLabels[reason]}
      {note !== null && note !== '' && (
        <Typography
          variant="caption"
          title={note}
          sx={{
            display: 'block',
            maxWidth: 230,
            color: 'text.secondary',
            overflow: 'hidden',
            textOverflow: 'ellipsis',
          }}
        >
          {note}
        </Typography>
      )}
    </>
  );
}

/** Returns what a card paid past the wallet. A top-up is shown as what the wallet gained. */
const byCard = ({ dollars, frozen, card = 0 }: LedgerRecord): number => (dollars === 0 && frozen === 0 ? card : 0);

function DollarsAndFrozen({ entry }: { entry: LedgerRecord }) {
  const { dollars, frozen } = entry;
  const card = byCard(entry);
  return (
    <>
      <MovedDollars amount={dollars} />
      {card !== 0 && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
          <MovedDollars amount={card} /> by card
        </Box>
      )}
      {frozen !== 0 && (
        <Box component="span" sx={{ display: 'block', color: 'text.secondary', fontSize: 12 }}>
          <MovedDollars amount={frozen} /> frozen
        </Box>
      )}
    </>
  );
}
