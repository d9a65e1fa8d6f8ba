import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ListBase, Pagination, useGetIdentity, useListContext, useStore } from 'react-admin';
import { useNavigate } from 'react-router';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { UndoSnackbar } from '../../ui/undo-snackbar.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { requestOf } from './key-requests.ts';
import { KeysDialog } from './keys-dialog.tsx';
import { between, cursorAfter, keyTexts, type ListCommand, moved } from './list-keys.ts';
import { type Message, type MessageFilter, NEWEST_FIRST, OPEN, type TriageRequest } from './message.ts';
import { MessageFilters, SEARCH_ID } from './message-filters.tsx';
import { MessageCards, MessageTable, rowId } from './message-table.tsx';
import { News, type NewsHandle } from './news.tsx';
import { messagePath } from './paths.ts';
import { Troubles } from './troubles.tsx';
import { useDesk } from './use-desk.ts';
import { useListKeys } from './use-list-keys.ts';
import { useLiveRows } from './use-live-rows.ts';
import { useSelection } from './use-selection.ts';
import { ViewBar } from './view-bar.tsx';

const ROWS = 25;

export default function MessageList() {
  return (
    <ListBase<Message>
      disableAuthentication
      perPage={ROWS}
      sort={NEWEST_FIRST}
      filterDefaultValues={OPEN}
      queryOptions={{ onError: () => undefined }}
    >
      <PageTitle title="Messages" />
      <ListPage />
    </ListBase>
  );
}

function ListPage() {
  const list = useListContext<Message>();
  const { data, error, isFetching, isPending, refetch, selectedIds, onSelect, setPage, setSort, page, sort } = list;
  const filter = list.filterValues as MessageFilter;
  const setFilters = list.setFilters as (values: MessageFilter) => void;
  const ids = data?.map(({ id }) => id) ?? [];
  const place = useRef<HTMLDivElement>(null);
  const news = useRef<NewsHandle>(null);
  const anchor = useRef<string>(undefined);
  const [cursor, setCursor] = useStore<string | undefined>('messages.cursor');
  const [areKeysOn, setKeysOn] = useStore('messages.keys', true);
  const [isHelping, setHelping] = useState(false);
  const isWide = useMediaQuery('(min-width: 1200px)', { noSsr: true });
  const navigate = useNavigate();
  const { identity } = useGetIdentity();
  const { chosen, renew, drop } = useSelection({ data, selectedIds, onSelect });
  const desk = useDesk({ onDone: (done) => drop(done.map(({ id }) => id)) });
  useLiveRows(data);
  useCursor(ids, cursor, setCursor);

  const goTo = (id: string | undefined) => {
    if (id === undefined) return;
    setCursor(id);
    document.getElementById(rowId(id))?.focus();
  };

  /** Of what is selected, or else of where the cursor is. */
  async function request(wanted: TriageRequest, what: string) {
    const selected = chosen();
    const seen = selected.length > 0 ? selected : (data?.filter(({ id }) => id === cursor) ?? []);
    const outcome = await desk.triage(seen, wanted, what);
    if (outcome) renew(outcome.refused.map(({ seen: one, result }) => ({ ...one, ...result.present })));
    backToList();
  }

  /** After a menu of the bar, arrows and Enter are the list's again. */
  function backToList() {
    if (!document.activeElement?.closest('[aria-haspopup=menu]')) return;
    const row = cursor === undefined ? null : document.getElementById(rowId(cursor));
    (row ?? place.current)?.focus();
  }

  function select(some: readonly string[], at: string | undefined) {
    anchor.current = at;
    onSelect([...new Set([...selectedIds, ...some])]);
  }

  function toggle(id: string, isRange: boolean) {
    if (isRange) select(between(ids, anchor.current, id), id);
    else if (selectedIds.includes(id)) onSelect(selectedIds.filter((one) => one !== id));
    else select([id], id);
  }

  const togglePage = () => onSelect(ids.every((id) => selectedIds.includes(id)) ? [] : ids);

  function carryOut(command: ListCommand) {
    const asked = requestOf(command, identity && String(identity.id));
    if (asked) return void request(asked.request, asked.what);
    switch (command.do) {
      case 'status':
      case 'priority':
      case 'nobodys':
      case 'mine': // before it is known whose
        return undefined;
      case 'move': {
        const to = moved(ids, cursor, command.by);
        if (command.extend && to !== undefined) {
          const from = cursor !== undefined && ids.includes(cursor) ? cursor : to;
          select(between(ids, from, to), anchor.current ?? from);
        }
        return goTo(to);
      }
      case 'edge':
        return goTo(command.to === 'first' ? ids[0] : ids.at(-1));
      case 'select':
      case 'range':
        return cursor !== undefined && ids.includes(cursor) ? toggle(cursor, command.do === 'range') : undefined;
      case 'page':
        return togglePage();
      case 'clear':
        return onSelect([]);
      case 'open':
        return cursor !== undefined && ids.includes(cursor) ? void navigate(messagePath(cursor)) : undefined;
      case 'undo':
        return desk.undo();
      case 'search':
        return document.getElementById(SEARCH_ID)?.focus();
      case 'news':
        return news.current?.show();
      case 'help':
        return setHelping(true);
    }
  }
  useListKeys({ isOn: areKeysOn, list: () => place.current, onCommand: carryOut });

  /** To where what has arrived is seen. */
  function showNews() {
    if (sort.field !== NEWEST_FIRST.field || sort.order !== NEWEST_FIRST.order) setSort(NEWEST_FIRST);
    else if (page !== 1) setPage(1);
    else void refetch();
  }

  const empty = <Nothing filter={filter} />;
  const rows = { cursor, onCursor: setCursor, onToggle: toggle, onTogglePage: togglePage, empty };
  return (
    <Box sx={{ mt: 2 }}>
      <ViewBar view="list" values={filter} onChange={setFilters} onHelp={() => setHelping(true)} />
      <MessageFilters values={filter} onChange={setFilters} withStatus />
      <BulkBar
        selected={selectedIds.length}
        busy={desk.busy}
        onRequest={(wanted, what) => void request(wanted, what)}
        onSelectPage={() => onSelect(ids)}
        onClear={() => onSelect([])}
      >
        <News ref={news} key={JSON.stringify(filter)} filter={filter} rows={data} onShow={showNews} />
      </BulkBar>
      <Troubles
        troubles={desk.troubles}
        hint="What is still selected can be changed again, on top of how it stands now."
        onClose={desk.dismiss}
      />
      {error ? (
        <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card ref={place} component="section" role="region" aria-label="Messages" tabIndex={isWide ? 0 : undefined}>
          {isPending ? (
            <RowsPlaceholder rows={ROWS + 1} heightPx={isWide ? 37 : 84} />
          ) : isWide ? (
            <MessageTable {...rows} />
          ) : (
            <MessageCards {...rows} />
          )}
        </Card>
      )}
      <Pagination rowsPerPageOptions={[25, 50, 100]} />
      <UndoSnackbar notice={desk.notice} onClose={desk.closeNotice} />
      {isHelping && (
        <KeysDialog keys={keyTexts} isOn={areKeysOn} onSwitch={setKeysOn} onClose={() => setHelping(false)} />
      )}
    </Box>
  );
}

/**
 * Rows come and go; the cursor stays with its row or goes to the next, and the focus with it where it would be lost.
 */
function useCursor(
  ids: readonly string[],
  cursor: string | undefined,
  onCursor: (id: string | undefined) => void,
): void {
  const before = useRef<readonly string[]>([]);
  const signature = ids.join();
  const follow = useEffectEvent(() => {
    const next = cursorAfter(before.current, ids, cursor);
    const wasHere = cursor !== undefined && before.current.includes(cursor);
    if (ids.length > 0 || next === undefined) before.current = ids;
    if (!wasHere) return;
    if (next !== cursor) onCursor(next);
    if (next !== undefined && document.activeElement === document.body) document.getElementById(rowId(next))?.focus();
  });
  useEffect(() => follow(), [signature]);
}

function Nothing({ filter }: { filter: MessageFilter }) {
  const names = Object.keys(filter);
  const isOpenOnly = names.length === 1 && filter.waiting === true;
  return (
    <Typography sx={{ p: 3 }} color="text.secondary">
      {isOpenOnly
        ? 'No message is open. Clear the filters to see those that are closed.'
        : names.length > 0
          ? 'No message is like this. Widen the filters, or clear them.'
          : 'Nobody has written yet. What is sent by the forms for features, bugs and contact comes here.'}
    </Typography>
  );
}
