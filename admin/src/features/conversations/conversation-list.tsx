import type { ConversationRecord } from '@easel/contracts/chat/console.http';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode, SyntheticEvent } from 'react';
import {
  DataTable,
  ListBase,
  ListView,
  NullableBooleanInput,
  type RaRecord,
  useCreatePath,
  useListContext,
} from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { Cards } from '../../ui/cards.tsx';
import { Failed } from '../../ui/failed.tsx';
import { FromTheNewest } from '../../ui/from-the-newest.tsx';
import { formatCount } from '../../ui/money.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { Walk } from '../../ui/walk.tsx';
import { type WalkedFilters, withoutPlace } from '../../ui/walked-filters.ts';
import { UnansweredMark } from './conversation-marks.tsx';

const Column = DataTable.Col<ConversationRecord>;
const ROWS = 25;
const cursorOf = (record: RaRecord) => (record as ConversationRecord).cursor;

const filters = [
  <NullableBooleanInput
    key="unanswered"
    source="unanswered"
    label="Questions"
    alwaysOn
    nullLabel="All conversations"
    trueLabel="With unanswered questions"
    falseLabel="All answered"
    sx={{ minWidth: 240 }}
  />,
];

export default function ConversationList() {
  useTabTitle('Conversations');
  return (
    <ListBase<ConversationRecord>
      disableAuthentication
      perPage={ROWS}
      exporter={false}
      queryOptions={{ onError: () => undefined }}
    >
      <FromTheNewest>
        <ListView<ConversationRecord>
          title="Conversations"
          filters={filters}
          actions={false}
          pagination={<Walk cursor={cursorOf} />}
          empty={false}
          error={<Trouble />}
        >
          <Rows />
        </ListView>
      </FromTheNewest>
    </ListBase>
  );
}

function Trouble() {
  const { error, isFetching, refetch } = useListContext<ConversationRecord>();
  return <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />;
}

function Rows() {
  const list = useListContext<ConversationRecord>();
  const isWide = useMediaQuery('(min-width: 900px)', { noSsr: true });
  useMoved(['conversations'], () => void list.refetch());
  const empty = <Nothing isNarrowed={Object.keys(withoutPlace(list.filterValues as WalkedFilters)).length > 0} />;
  if (list.isPending) return <RowsPlaceholder rows={ROWS} heightPx={isWide ? 37 : 92} />;
  return (
    <>
      <MemberNote />
      {isWide ? <ConversationTable empty={empty} /> : <ConversationCards empty={empty} />}
    </>
  );
}

/** Says that the list is narrowed to a member, which no filter shows. */
function MemberNote() {
  const list = useListContext<ConversationRecord>();
  const { member, ...others } = withoutPlace(list.filterValues as WalkedFilters);
  if (typeof member !== 'string') return null;
  return (
    <Alert
      severity="info"
      variant="outlined"
      role="note"
      sx={{ m: 1 }}
      action={
        <Button size="small" color="inherit" onClick={() => list.setFilters(others)}>
          Show all conversations
        </Button>
      }
    >
      Only conversations of the member <ShortId id={member} /> are shown.
    </Alert>
  );
}

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <Typography sx={{ p: 3 }} color="text.secondary">
    {isNarrowed
      ? 'No conversation matches. Widen the filters, or clear them.'
      : 'No member has talked to the assistant yet. The first conversation appears here when one opens the chat.'}
  </Typography>
);

function ConversationTable({ empty }: { empty: ReactNode }) {
  return (
    <Box
      role="region"
      aria-label="Conversations"
      tabIndex={0}
      sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
    >
      <DataTable<ConversationRecord> bulkActionButtons={false} rowClick="show" empty={<>{empty}</>}>
        <Column label="Started (UTC)" render={(conversation) => <ConversationLink conversation={conversation} />} />
        <Column label="Member" render={({ member_id: id }) => <ShortId id={id} />} />
        <Column label="Messages" align="right" render={({ messages }) => formatCount(messages)} />
        <Column label="Unanswered" align="right" render={({ unanswered }) => <Unanswered count={unanswered} />} />
        <Column label="Last message (UTC)" render={({ last_at: at }) => <Time at={at} exact />} />
        <Column label="Ended (UTC)" render={({ ended_at: at }) => (at === null ? '–' : <Time at={at} exact />)} />
      </DataTable>
    </Box>
  );
}

function ConversationCards({ empty }: { empty: ReactNode }) {
  return (
    <Cards<ConversationRecord> label="Conversations" component="ol" empty={empty}>
      {(conversation) => (
        <>
          <Stack direction="row" useFlexGap sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
            <ConversationLink conversation={conversation} />
            <UnansweredMark count={conversation.unanswered} />
          </Stack>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, mt: 0.5, color: 'text.secondary' }}>
            <ShortId id={conversation.member_id} />
            <span>{conversation.messages === 1 ? '1 message' : `${formatCount(conversation.messages)} messages`}</span>
          </Stack>
        </>
      )}
    </Cards>
  );
}

/** The column says of what. */
const Unanswered = ({ count }: { count: number }) =>
  count === 0 ? '–' : <Chip size="small" color="warning" variant="outlined" label={formatCount(count)} />;

/** The row is a way in as well. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

function ConversationLink({ conversation: { id, started_at: at } }: { conversation: ConversationRecord }) {
  const createPath = useCreatePath();
  return (
    <Link
      component={RouterLink}
      to={createPath({ resource: 'conversations', type: 'show', id })}
      color="inherit"
      onClick={stop}
    >
      <Time at={at} exact />
    </Link>
  );
}
