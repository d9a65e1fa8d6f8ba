import { messagesHttp } from '@easel/contracts/messages/http';
import Button from '@mui/material/Button';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import { useMoved } from '../../lib/live.ts';
import { type Paced, paced } from '../../lib/paced.ts';
import { arrivedOf, NOTHING_SHOWN, type Shown, shownWith } from './arrivals.ts';
import { type Message, type MessageFilter, NEWEST_FIRST } from './message.ts';

/** Of more than so many it is told that there are at least these. */
const LOOKED_AT = 20;
const PAUSE_MS = 1_000;

export interface NewsHandle {
  show(): void;
}

interface Props {
  filter: MessageFilter;
  rows: readonly Message[] | undefined;
  onShow: () => void;
  ref?: Ref<NewsHandle>;
}

/**
 * That messages have arrived. They wait to be asked for: what is being read or pointed at does not move away. Its key
 * is the filter.
 */
export function News({ filter, rows, onShow, ref }: Props) {
  const pace = useRef<Paced>(undefined);
  const { data: newest, refetch } = useQuery({
    queryKey: ['messages', 'newest', filter],
    queryFn: ({ signal }) =>
      call(
        messagesHttp.list,
        {
          query: {
            sort: JSON.stringify([NEWEST_FIRST.field, NEWEST_FIRST.order]),
            range: JSON.stringify([0, LOOKED_AT - 1]),
            filter: JSON.stringify(filter),
          },
        },
        { signal },
      ),
    gcTime: 0,
  });
  const [shown, setShown] = useState<Shown>();
  if (!shown && newest) setShown(shownWith(NOTHING_SHOWN, newest));
  const [known, setKnown] = useState(rows);
  if (shown && rows && rows !== known) {
    setKnown(rows);
    setShown(shownWith(shown, rows));
  }

  useEffect(() => {
    pace.current = paced(async () => void (await refetch()), PAUSE_MS);
    return () => pace.current?.end();
  }, [refetch]);
  useMoved(['messages'], () => pace.current?.ask());

  const count = shown && newest ? arrivedOf(shown, newest) : 0;
  function show() {
    if (shown && newest) setShown(shownWith(shown, newest));
    onShow();
  }
  useImperativeHandle(ref, () => ({ show }));

  return (
    <Box aria-live="polite" sx={{ ml: 'auto' }}>
      {count > 0 && (
        <Button size="small" variant="outlined" onClick={show} sx={{ whiteSpace: 'nowrap' }}>
          {count >= LOOKED_AT ? `${LOOKED_AT} or more` : count} new {count === 1 ? 'message' : 'messages'}
        </Button>
      )}
    </Box>
  );
}
