import type { ConversationRecord } from '@easel/contracts/chat/console.http';
import Chip from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import { DataTable, NullableBooleanInput } from 'react-admin';
import { formatCount } from '../../ui/money.tsx';
import { RecordLink } from '../../ui/record-link.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { NarrowedNote, WalkedList } from '../../ui/walked-list.tsx';
import { UnansweredMark } from './conversation-marks.tsx';

const Column = DataTable.Col<ConversationRecord>;

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

const texts = {
  none: 'No member has talked to the assistant yet. The first conversation appears here when one opens the chat.',
  noMatch: 'No conversation matches. Widen the filters, or clear them.',
};

const ConversationList = () => (
  <WalkedList<ConversationRecord>
    label="Conversations"
    filters={filters}
    hint="conversations"
    texts={texts}
    note={
      <NarrowedNote source="member" showAll="Show all conversations">
        {(member) => (
          <>
            Only conversations of the member <ShortId id={String(member)} /> are shown.
          </>
        )}
      </NarrowedNote>
    }
    card={(conversation) => <ConversationCard conversation={conversation} />}
  >
    <Column label="Started (UTC)" render={(conversation) => <ConversationLink conversation={conversation} />} />
    <Column label="Member" render={({ member_id: id }) => <ShortId id={id} />} />
    <Column label="Messages" align="right" render={({ messages }) => formatCount(messages)} />
    <Column label="Unanswered" align="right" render={({ unanswered }) => <Unanswered count={unanswered} />} />
    <Column label="Last message (UTC)" render={({ last_at: at }) => <Time at={at} exact />} />
    <Column label="Ended (UTC)" render={({ ended_at: at }) => (at === null ? '–' : <Time at={at} exact />)} />
  </WalkedList>
);

export default ConversationList;

/** A count, or a dash for none. */
const Unanswered = ({ count }: { count: number }) =>
  count === 0 ? '–' : <Chip size="small" color="warning" variant="outlined" label={formatCount(count)} />;

const ConversationLink = ({ conversation: { id, started_at: at } }: { conversation: ConversationRecord }) => (
  <RecordLink id={id}>
    <Time at={at} exact />
  </RecordLink>
);

const ConversationCard = ({ conversation }: { conversation: ConversationRecord }) => (
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
);
