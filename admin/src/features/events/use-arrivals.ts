import type { EventRecord } from '@easel/contracts/events/http';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useDataProvider } from 'react-admin';
import { useMoved } from '../../lib/live.ts';
import { paced, type Paced } from '../../lib/paced.ts';
import { withoutPlace, type WalkedFilters } from '../../ui/walked-filters.ts';
import { FOLLOWED_MOST, newestOf } from './arrivals.ts';

const ROWS_A_READ = 100;
/** Between two reads, however fast the log grows. */
const PAUSE_MS = 1_000;
const none: readonly EventRecord[] = [];

interface Options {
  following: boolean;
  filter: WalkedFilters;
  /** Undefined until they are there. */
  listed: readonly EventRecord[] | undefined;
}

/**
 * Events that came after those listed, the newest first: read when it begins to follow, and on each hint that there are
 * more.
 */
export function useArrivals({ following, filter, listed }: Options): readonly EventRecord[] {
  const dataProvider = useDataProvider();
  // What arrived belongs to what was looked for.
  const sought = JSON.stringify(withoutPlace(filter));
  const [{ of, rows }, setArrived] = useState({ of: sought, rows: none });
  const arrived = of === sought ? rows : none;
  const reader = useRef<Paced>(undefined);

  const read = useEffectEvent(async (signal: AbortSignal) => {
    let after = newestOf(arrived, listed) ?? '0';
    for (let more = true; more && !signal.aborted;) {
      const { data, pageInfo } = await dataProvider.getList<EventRecord>('events', {
        filter: { ...withoutPlace(filter), after },
        pagination: { page: 1, perPage: ROWS_A_READ },
        signal,
      });
      if (signal.aborted) return;
      if (data.length > 0) {
        setArrived((before) => ({
          of: sought,
          rows: [...data, ...(before.of === sought ? before.rows : none)].slice(0, FOLLOWED_MOST),
        }));
      }
      after = data[0]?.id ?? after;
      more = pageInfo?.hasPreviousPage === true && data.length > 0;
    }
  });

  const isReady = following && listed !== undefined;
  useEffect(() => {
    if (!isReady) return undefined;
    const pace = paced((signal) => read(signal), PAUSE_MS);
    reader.current = pace;
    pace.ask();
    return () => pace.end();
  }, [isReady, sought]);
  useMoved(['events'], () => reader.current?.ask());
  return arrived;
}
