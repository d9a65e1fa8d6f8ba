import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useId, useState } from 'react';
import { useInfiniteGetList } from 'react-admin';
import { words } from '../../ui/choices.ts';
import { Failed } from '../../ui/failed.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { BoardCard } from './board-card.tsx';
import { type ColumnStatus, wayTo } from './board-columns.ts';
import type { Message, MessageFilter } from './message.ts';

const CARDS = 15;

/**
 * Who waits longest comes first, and what is done last: so that nothing moves away from under the pointer by an
 * arrival.
 */
const sorts = {
  unread: { field: 'created_at', order: 'ASC' },
  read: { field: 'created_at', order: 'ASC' },
  in_progress: { field: 'created_at', order: 'ASC' },
  replied: { field: 'updated_at', order: 'DESC' },
  resolved: { field: 'updated_at', order: 'DESC' },
} as const;

interface Props {
  status: ColumnStatus;
  filter: MessageFilter;
  moving: { message: Message; to: ColumnStatus } | undefined;
  dragged: Message | undefined;
  busy: boolean;
  onDrag: (message: Message | undefined) => void;
  onMove: (message: Message, to: ColumnStatus) => void;
  onCards: (cards: readonly Message[]) => void;
  onArrow: (id: string, key: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight') => void;
}

export function BoardColumn(props: Props) {
  const { status, filter, moving, dragged, busy, onDrag, onMove, onCards, onArrow } = props;
  const titleId = useId();
  const [isOver, setOver] = useState(false);
  const { data, error, isPending, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch, total } =
    useInfiniteGetList<Message>(
      'messages',
      { filter: { ...filter, status }, sort: sorts[status], pagination: { page: 1, perPage: CARDS } },
      { retry: 1 },
    );
  const cards = cardsOf(data?.pages.flatMap((page) => page.data) ?? [], status, moving);
  const signature = cards.map(({ id, version }) => `${id} ${version}`).join();
  const tell = useEffectEvent((isThere: boolean) => onCards(isThere ? cards : []));
  useEffect(() => {
    tell(true);
  }, [signature]);
  useEffect(() => () => tell(false), []);

  const mayTake = dragged !== undefined && wayTo(dragged.status, status) !== undefined;
  return (
    <Box
      component="section"
      aria-labelledby={titleId}
      onDragOver={(event) => {
        if (!mayTake) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        setOver(false);
        if (!mayTake) return;
        event.preventDefault();
        // A card that leaves its column is another element then, and hears of no end of the drag.
        onDrag(undefined);
        onMove(dragged, status);
      }}
      sx={{
        minWidth: 0,
        minHeight: 240,
        p: 1,
        borderRadius: 1,
        bgcolor: 'background.paper',
        border: 1,
        borderColor: isOver && mayTake ? 'primary.main' : 'divider',
        opacity: dragged && !mayTake && dragged.status !== status ? 0.5 : 1,
      }}
    >
      <Typography id={titleId} variant="h2" sx={{ fontSize: 14, px: 0.5, mb: 1 }}>
        {words(status)}{' '}
        <Box component="span" sx={{ color: 'text.secondary', fontWeight: 400 }}>
          {total ?? ''}
        </Box>
      </Typography>
      {error && !data && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {isPending && !error && <RowsPlaceholder rows={4} heightPx={84} />}
      {data && cards.length === 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ px: 0.5 }}>
          {status === 'replied' ? 'What is answered comes here.' : 'Nothing here.'}
        </Typography>
      )}
      <Box
        component="ol"
        aria-label={words(status)}
        sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
      >
        {cards.map((message) => (
          <BoardCard
            key={message.id}
            message={message}
            column={status}
            isMoving={moving?.message.id === message.id}
            busy={busy}
            onDrag={onDrag}
            onMove={(to) => onMove(message, to)}
            onArrow={(key) => onArrow(message.id, key)}
          />
        ))}
      </Box>
      {hasNextPage && (
        <Button size="small" fullWidth loading={isFetchingNextPage} onClick={() => void fetchNextPage()} sx={{ mt: 1 }}>
          Show more
        </Button>
      )}
    </Box>
  );
}

/** Each once, though pages may overlap when something moves between them; what is on its way stands where it goes. */
function cardsOf(all: readonly Message[], status: ColumnStatus, moving: Props['moving']): Message[] {
  const byId = new Map(all.map((message) => [message.id, message]));
  if (!moving) return [...byId.values()];
  byId.delete(moving.message.id);
  const isHere = moving.to === status;
  return [...(isHere ? [moving.message] : []), ...byId.values()];
}
