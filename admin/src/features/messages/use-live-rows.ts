import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { type GetListResult, useDataProvider } from 'react-admin';
import { useMoved } from '../../lib/live.ts';
import { type Paced, paced } from '../../lib/paced.ts';
import type { Message } from './message.ts';

const PAUSE_MS = 1_000;

/** What colleagues do to the rows on the screen is seen in them; none comes, goes or changes its place by it. */
export function useLiveRows(rows: readonly Message[] | undefined): void {
  const client = useQueryClient();
  const dataProvider = useDataProvider();
  const pace = useRef<Paced>(undefined);

  const refresh = useEffectEvent(async (signal: AbortSignal) => {
    const ids = rows?.map(({ id }) => id) ?? [];
    if (ids.length === 0) return;
    const { data } = await dataProvider.getMany<Message>('messages', { ids, signal });
    const fresh = new Map(data.map((message) => [message.id, message]));
    client.setQueriesData<GetListResult<Message>>({ queryKey: ['messages', 'getList'] }, (list) => {
      if (!list) return list;
      const isNewer = ({ id, version }: Message) => (fresh.get(id)?.version ?? -1) > version;
      if (!list.data.some(isNewer)) return list;
      return { ...list, data: list.data.map((message) => (isNewer(message) && fresh.get(message.id)) || message) };
    });
  });

  useEffect(() => {
    pace.current = paced((ended) => refresh(ended), PAUSE_MS);
    return () => pace.current?.end();
  }, []);
  useMoved(['messages'], () => pace.current?.ask());
}
