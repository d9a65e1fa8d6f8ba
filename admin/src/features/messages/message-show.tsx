import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { RetryKeys } from '@easel/contracts/kernel/client/retry-keys';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import { messageProblems, messagesHttp, type PresentMessage } from '@easel/contracts/messages/http';
import ArrowBack from '@mui/icons-material/ArrowBack';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { ShowBase, useGetIdentity, useShowContext, useStore } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { call } from '../../lib/api.ts';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { useAction } from '../../lib/use-action.ts';
import { words } from '../../ui/choices.ts';
import { History } from '../../ui/history.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { UndoSnackbar } from '../../ui/undo-snackbar.tsx';
import { FactWords } from './fact-words.tsx';
import { requestOf } from './key-requests.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { type ListCommand, triageTexts } from './list-keys.ts';
import { Meanwhile } from './meanwhile.tsx';
import type { WholeMessage, TriageRequest } from './message.ts';
import { LIST_PATH } from './paths.ts';
import { ReplyCard } from './reply-card.tsx';
import { TriageCard } from './triage-card.tsx';
import { useDesk } from './use-desk.ts';
import { useDraft } from './use-draft.ts';
import { useListKeys } from './use-list-keys.ts';
import { useSeen } from './use-seen.ts';
import { RequestWords } from './request-words.tsx';
import { WrittenCard } from './written-card.tsx';

export default function MessageShow() {
  return (
    <ShowBase<WholeMessage>
      disableAuthentication
      queryOptions={{ meta: { whole: true }, gcTime: 0, onError: () => undefined }}
    >
      <Stack sx={{ mt: 2, gap: 2 }}>
        <Box>
          <Button component={RouterLink} to={LIST_PATH} size="small" color="inherit" startIcon={<ArrowBack />}>
            All messages
          </Button>
        </Box>
        <MessagePage />
      </Stack>
    </ShowBase>
  );
}

function MessagePage() {
  const { record, error, isFetching, refetch } = useShowContext<WholeMessage>();
  useMoved(['messages'], () => void refetch());
  if (error && !record) return <PageTrouble title="Message" />;
  return (
    <>
      <PageTitle title="Message" />
      {record ? (
        <MessageDesk key={record.id} message={record} isFetching={isFetching} />
      ) : (
        <Skeleton variant="rounded" height={480} />
      )}
    </>
  );
}

/** What was to be done when somebody else had been there first. */
type Stopped = 'triage' | 'reply';

function MessageDesk({ message, isFetching }: { message: WholeMessage; isFetching: boolean }) {
  const { id } = message;
  const client = useQueryClient();
  const seen = useSeen(message, isFetching);
  const desk = useDesk({ onDone: ([present]) => present && seen?.advance(present) });
  const reply = useAction(messagesHttp.reply);
  const reopen = useAction(messagesHttp.reopen);
  const mayTriage = useMayCall(messagesHttp.triage);
  const [request, setRequest] = useState<TriageRequest>({});
  const [text, setText] = useDraft(`messages.reply.${id}`);
  const [stopped, setStopped] = useState<Stopped>();
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [isReopening, setReopening] = useState(false);
  const [isHelping, setHelping] = useState(false);
  const [areKeysOn, setKeysOn] = useStore('messages.keys', true);
  const { identity } = useGetIdentity();
  // One key for one answer: sent again after a failure, it is still the same.
  const [replyKeys] = useState(() => new RetryKeys());
  useMarkedRead(message, seen?.version, (present) => seen?.advance(present));

  const readAnew = () => client.invalidateQueries({ queryKey: ['messages'] });

  const save = (version: number) =>
    triage(version, request, request.status ? words(request.status).toLowerCase() : 'saved');

  /** What a conflict stops is kept, to be applied on top. */
  async function triage(version: number, wanted: TriageRequest, what: string) {
    const outcome = await desk.triage([{ ...message, version }], wanted, what);
    if (!outcome) return;
    const [refused] = outcome.refused;
    const isConflict = refused?.result.code === messageProblems.changed.code;
    setStopped(isConflict ? 'triage' : undefined);
    if (isConflict) setRequest(wanted);
    else if (!refused) setRequest({});
  }

  function carryOut(command: ListCommand): boolean {
    const asked = requestOf(command, identity && String(identity.id));
    if (command.do === 'help') setHelping(true);
    else if (!mayTriage || !seen) return false;
    else if (command.do === 'undo') desk.undo();
    else if (asked) void triage(seen.version, { ...request, ...asked.request }, asked.what);
    else return false;
    return true;
  }
  useListKeys({ isOn: areKeysOn, onCommand: carryOut });

  async function send(version: number) {
    setSending(true);
    setProblem(undefined);
    try {
      const body = { version, text: visibleText(text) };
      const present = await replyKeys.over(id, (key) => reply({ params: { id }, body }, key));
      setText('');
      setStopped(undefined);
      seen?.advance(present);
      await readAnew();
    } catch (error) {
      const isConflict = error instanceof ApiError && error.status === 409;
      if (isConflict) await readAnew();
      setStopped(isConflict ? 'reply' : undefined);
      if (!isConflict) setProblem(error instanceof Error ? error.message : String(error));
    }
    setSending(false);
  }

  const busy = desk.busy || isSending;
  const conflict =
    stopped === 'triage'
      ? {
          kept: (
            <>
              What you chose is kept: <RequestWords request={request} />
            </>
          ),
          apply: 'Apply mine on top',
          onApply: () => void save(message.version),
          onDrop: () => {
            setRequest({});
            setStopped(undefined);
            seen?.acknowledge();
          },
        }
      : stopped === 'reply'
        ? {
            kept: 'Your answer was not sent. It is kept below.',
            apply: 'Send it nevertheless',
            onApply: () => void send(message.version),
            onDrop: () => {
              setStopped(undefined);
              seen?.acknowledge();
            },
          }
        : undefined;

  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 340px' },
        gap: 2,
        alignItems: 'start',
      }}
    >
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        {seen && (seen.since.length > 0 || conflict) && (
          <Meanwhile
            message={message}
            since={seen.since}
            busy={busy}
            onSeen={seen.acknowledge}
            {...(conflict && { conflict })}
          />
        )}
        <WrittenCard message={message} />
        {mayTriage && seen && (
          <ReplyCard
            message={message}
            text={text}
            busy={busy}
            problem={problem}
            onText={setText}
            onSend={() => void send(seen.version)}
          />
        )}
      </Stack>
      <Stack sx={{ gap: 2, minWidth: 0 }}>
        {mayTriage && seen && (
          <TriageCard
            message={message}
            request={request}
            busy={busy}
            onRequest={setRequest}
            onSave={() => void save(seen.version)}
            onReopen={() => setReopening(true)}
          />
        )}
        <Card component="section" aria-labelledby="timeline-title">
          <CardContent>
            <Typography id="timeline-title" variant="h2" gutterBottom>
              Timeline
            </Typography>
            <History entries={message.timeline.toReversed()} describe={(entry) => <FactWords entry={entry} />} />
          </CardContent>
        </Card>
      </Stack>
      <UndoSnackbar notice={desk.notice} onClose={desk.closeNotice} />
      {isHelping && (
        <KeysDialog
          keys={[...triageTexts, ['?', 'These keys']]}
          isOn={areKeysOn}
          onSwitch={setKeysOn}
          onClose={() => setHelping(false)}
        />
      )}
      {isReopening && seen && (
        <ReasonDialog
          title="Take up again"
          action="Take up again"
          onClose={() => setReopening(false)}
          onConfirm={async (reason, key) => {
            seen.advance(await reopen({ params: { id }, body: { version: seen.version, reason } }, key));
          }}
        >
          It will be in progress.
        </ReasonDialog>
      )}
    </Box>
  );
}

/** Whoever opens a message has read it; once, so that it can be made unread again. */
function useMarkedRead(
  { id, status }: WholeMessage,
  version: number | undefined,
  onRead: (present: PresentMessage) => void,
): void {
  const client = useQueryClient();
  const mayTriage = useMayCall(messagesHttp.triage);
  const [idempotencyKey] = useState(() => crypto.randomUUID());
  const isKnown = version !== undefined && mayTriage;
  const markRead = useEffectEvent(async () => {
    if (version === undefined || status !== 'unread') return;
    const body = { version, status: 'read' as const };
    // Where somebody else was faster, it has been read.
    const present = await call(messagesHttp.triage, { params: { id }, body }, { idempotencyKey }).catch(
      () => undefined,
    );
    if (present) onRead(present);
    await client.invalidateQueries({ queryKey: ['messages'] });
  });
  useEffect(() => {
    if (isKnown) void markRead();
  }, [isKnown]);
}
