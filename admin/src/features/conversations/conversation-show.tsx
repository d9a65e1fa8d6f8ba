import type { WholeConversation } from '@easel/contracts/chat/console.http';
import { SILENCE_MS } from '@easel/contracts/chat/policy';
import { conversationStream } from '@easel/contracts/chat/stream';
import { eventsHttp } from '@easel/contracts/events/http';
import { ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { ShowBase, useRecordContext, useShowContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { formatCount } from '../../ui/money.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { UnansweredMark } from './conversation-marks.tsx';
import { Transcript } from './transcript.tsx';

export default function ConversationShow() {
  return (
    <ShowBase<WholeConversation>
      disableAuthentication
      error={<PageTrouble title="Conversation" />}
      queryOptions={{ meta: { whole: true }, gcTime: 0, onError: () => undefined }}
    >
      <ConversationPage />
    </ShowBase>
  );
}

function ConversationPage() {
  const { refetch } = useShowContext<WholeConversation>();
  const conversation = useRecordContext<WholeConversation>();
  useMoved(['conversations'], () => void refetch());
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 1100 }}>
      <PageTitle title="Conversation" />
      {conversation ? (
        <>
          <About conversation={conversation} />
          <Said conversation={conversation} />
        </>
      ) : (
        <Skeleton variant="rounded" height={420} />
      )}
    </Stack>
  );
}

const About = ({ conversation }: { conversation: WholeConversation }) => (
  <Card component="section" aria-labelledby="about-title">
    <CardContent>
      <CardHead id="about-title" title="Conversation">
        <UnansweredMark count={conversation.unanswered} />
      </CardHead>
      <Facts>
        <Fact name="Member">
          <ShortId id={conversation.member_id} copy of="member’s id" />
        </Fact>
        <Fact name="Started (UTC)">
          <Time at={conversation.started_at} exact />
        </Fact>
        <Fact name="Ended (UTC)">
          {conversation.ended_at === null ? 'It goes on' : <Time at={conversation.ended_at} exact />}
          {conversation.ended_by_silence && ` after ${SILENCE_MS / 60_000} minutes of silence`}
        </Fact>
        <Fact name="Messages">{formatCount(conversation.messages)}</Fact>
        <Fact name="Category">{given(conversation.category)}</Fact>
        <Fact name="Tags">{given(conversation.tags.join(', '))}</Fact>
        <Fact name="Browser">{given(conversation.user_agent)}</Fact>
        <Fact name="Conversation id">
          <ShortId id={conversation.id} copy of="conversation’s id" />
        </Fact>
      </Facts>
      <Ways conversation={conversation} />
    </CardContent>
  </Card>
);

/** Isolates text from a browser, which may contain marks that change the direction of text around it. */
const given = (text: string) => (text === '' ? undefined : <bdi dir="auto">{text}</bdi>);

const Said = ({ conversation: { transcript } }: { conversation: WholeConversation }) => (
  <Card component="section" aria-labelledby="transcript-title">
    <CardContent>
      <CardHead
        id="transcript-title"
        title="Transcript"
        note="Nova is an automated assistant. Support does not write here."
      />
      <Transcript messages={transcript} />
    </CardContent>
  </Card>
);

/** Returns the address of a filtered list: react-admin has filters as JSON in the query. */
const listPath = (list: string, filter: Readonly<Record<string, string>>): string =>
  `/${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

function Ways({ conversation: { id, member_id: member } }: { conversation: WholeConversation }) {
  const mayBrowse = useMayCall(eventsHttp.list);
  const maySeeOrders = useMayCall(ordersConsoleHttp.list);
  return (
    <Stack direction="row" spacing={1} useFlexGap component="nav" aria-label="Related" sx={{ flexWrap: 'wrap', mt: 2 }}>
      {mayBrowse && <Way to={listPath('events', { stream: conversationStream.nameOf(id) })}>Its events</Way>}
      {maySeeOrders && <Way to={listPath('orders', { member })}>Member’s orders</Way>}
      <Way to={listPath('conversations', { member })}>Member’s conversations</Way>
      <Way to="/conversations">All conversations</Way>
    </Stack>
  );
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button size="small" component={RouterLink} to={to}>
    {children}
  </Button>
);
