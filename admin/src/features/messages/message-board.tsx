import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import useMediaQuery from '@mui/material/useMediaQuery';
import { messagesHttp } from '@easel/contracts/messages/http';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useGetIdentity, useListParams, useStore } from 'react-admin';
import { useMoved } from '../../lib/live.ts';
import { type Paced, paced } from '../../lib/paced.ts';
import { useAction } from '../../lib/use-action.ts';
import { words } from '../../ui/choices.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';
import { UndoSnackbar } from '../../ui/undo-snackbar.tsx';
import { Unseen } from '../../ui/unseen.tsx';
import { BoardColumn } from './board-column.tsx';
import { cardBeside, cardId, columns, type ColumnStatus, wayTo } from './board-columns.ts';
import { requestOf } from './key-requests.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { type ListCommand, triageTexts } from './list-keys.ts';
import { type Message, type MessageFilter, NEWEST_FIRST } from './message.ts';
import { MessageFilters } from './message-filters.tsx';
import { Troubles } from './troubles.tsx';
import { useDesk } from './use-desk.ts';
import { useListKeys } from './use-list-keys.ts';
import { ViewBar } from './view-bar.tsx';

const PAUSE_MS = 1_000;

const keys = [
  ['↓ ↑ ← →', 'From card to card'],
  ['Shift+← →', 'Move the card to the next column it may go to'],
  ['Enter', 'Open'],
  ...triageTexts,
  ['?', 'These keys'],
] as const;

/** Messages by their status. Where a card may go, it is dragged, sent by its menu, or moved by the arrow keys. */
export default function MessageBoard() {
  const [params, { setFilters }] = useListParams({ resource: 'messages', sort: NEWEST_FIRST, perPage: 25 });
  const { status, waiting, ...filter } = params.filterValues as MessageFilter;
  /** The columns say which are open: what the list was narrowed by in that respect stays for the list. */
  const narrow = (values: MessageFilter) =>
    setFilters({ ...(status && { status }), ...(waiting !== undefined && { waiting }), ...values });
  const { identity } = useGetIdentity();
  const [areKeysOn, setKeysOn] = useStore('messages.keys', true);
  const desk = useDesk();
  const reopen = useAction(messagesHttp.reopen);
  const isWide = useMediaQuery('(min-width: 1200px)', { noSsr: true });
  const [shown, setShown] = useState<ColumnStatus>('unread');
  const [dragged, setDragged] = useState<Message>();
  /** On its way to another column: it is shown there already. */
  const [moving, setMoving] = useState<{ message: Message; to: ColumnStatus }>();
  const [reopening, setReopening] = useState<Message>();
  const [isHelping, setHelping] = useState(false);
  const [said, setSaid] = useState('');
  /** Each column's cards, for the keys. */
  const cards = useRef(new Map<ColumnStatus, readonly Message[]>());
  const idsIn = (one: ColumnStatus) => cards.current.get(one)?.map(({ id }) => id) ?? [];
  const focusNext = useRef<string>(undefined);
  useLiveBoard(dragged !== undefined || moving !== undefined);

  async function move(message: Message, to: ColumnStatus) {
    const way = wayTo(message.status, to);
    if (way === undefined || desk.busy) return;
    if (way === 'reopen') {
      setReopening(message);
      return;
    }
    focusNext.current = message.id;
    setMoving({ message, to });
    const outcome = await desk.triage([message], { status: to }, words(to).toLowerCase());
    setMoving(undefined);
    setSaid(outcome?.done.length === 1 ? `${message.subject} is in the column ${words(to)} now` : '');
    if (!isWide && outcome?.done.length === 1) focusNext.current = undefined;
  }

  // A card that has moved keeps the focus.
  useEffect(() => {
    const id = focusNext.current;
    if (id === undefined || moving) return;
    const card = document.getElementById(cardId(id));
    if (!card) return;
    focusNext.current = undefined;
    if (document.activeElement === document.body) card.focus();
  });

  /** Letters change the card that has the focus. */
  function carryOut(command: ListCommand): boolean {
    if (command.do === 'undo') desk.undo();
    else if (command.do === 'help') setHelping(true);
    else {
      const asked = requestOf(command, identity && String(identity.id));
      const card = [...cards.current.values()].flat().find(({ id }) => document.activeElement?.id === cardId(id));
      if (!asked || !card) return false;
      const to = columns.find((one) => one === asked.request.status);
      if (to !== undefined) void move(card, to);
      else void desk.triage([card], asked.request, asked.what);
    }
    return true;
  }
  useListKeys({ isOn: areKeysOn, onCommand: carryOut });

  const column = (status: ColumnStatus) => (
    <BoardColumn
      key={status}
      status={status}
      filter={filter}
      moving={moving}
      dragged={dragged}
      busy={desk.busy}
      onDrag={setDragged}
      onMove={(message, to) => void move(message, to)}
      onCards={(all) => cards.current.set(status, all)}
      onArrow={(id, key) => {
        const to = cardBeside(isWide ? columns.map(idsIn) : [idsIn(status)], id, key);
        if (to !== undefined) document.getElementById(cardId(to))?.focus();
      }}
    />
  );

  return (
    <Box sx={{ mt: 2 }}>
      <PageTitle title="Messages" />
      <ViewBar view="board" values={params.filterValues} onChange={setFilters} onHelp={() => setHelping(true)} />
      <MessageFilters values={filter} onChange={narrow} withStatus={false} />
      <Troubles troubles={desk.troubles} hint="The board shows how it stands now." onClose={desk.dismiss} />
      <Unseen live>{said}</Unseen>
      {isWide ? (
        <Box sx={{ display: 'grid', gridTemplateColumns: 'repeat(5, minmax(0, 1fr))', gap: 1, alignItems: 'stretch' }}>
          {columns.map(column)}
        </Box>
      ) : (
        <>
          <Tabs
            value={shown}
            onChange={(_event, next: ColumnStatus) => setShown(next)}
            variant="scrollable"
            scrollButtons={false}
            aria-label="Columns of the board"
            sx={{ mb: 1 }}
          >
            {columns.map((status) => (
              <Tab key={status} value={status} label={words(status)} id={`tab-${status}`} aria-controls="board-panel" />
            ))}
          </Tabs>
          <Box role="tabpanel" id="board-panel" aria-labelledby={`tab-${shown}`}>
            {column(shown)}
          </Box>
        </>
      )}
      <UndoSnackbar notice={desk.notice} onClose={desk.closeNotice} />
      {isHelping && <KeysDialog keys={keys} isOn={areKeysOn} onSwitch={setKeysOn} onClose={() => setHelping(false)} />}
      {reopening && (
        <ReasonDialog
          title="Take up again"
          action="Take up again"
          onClose={() => setReopening(undefined)}
          onConfirm={async (reason, key) => {
            const { id, version } = reopening;
            await reopen({ params: { id }, body: { version, reason } }, key);
          }}
        >
          {`“${reopening.subject}” will be in progress.`}
        </ReasonDialog>
      )}
    </Box>
  );
}

/** What colleagues do is seen on the board, but not while a card is in the hand. */
function useLiveBoard(isHeld: boolean): void {
  const client = useQueryClient();
  const pace = useRef<Paced>(undefined);
  const missed = useRef(false);
  useEffect(() => {
    pace.current = paced(() => client.invalidateQueries({ queryKey: ['messages', 'getInfiniteList'] }), PAUSE_MS);
    return () => pace.current?.end();
  }, [client]);
  useMoved(['messages'], () => {
    if (isHeld) missed.current = true;
    else pace.current?.ask();
  });
  useEffect(() => {
    if (isHeld || !missed.current) return;
    missed.current = false;
    pace.current?.ask();
  }, [isHeld]);
}
