import { useEffect, useRef } from 'react';
import type { Message } from './message.ts';
import type { Seen } from './triage-results.ts';

interface Selection {
  data: readonly Message[] | undefined;
  selectedIds: readonly string[];
  onSelect: (ids: string[]) => void;
}

/**
 * The selected messages as they were when they were selected: what has changed since is a conflict, and not
 * overwritten. Those that this page has never shown are not selected any more.
 */
export function useSelection({ data, selectedIds, onSelect }: Selection): {
  chosen: () => Seen[];
  /** Knows them as they stand now. */
  renew: (now: readonly Seen[]) => void;
  /** These are done with. */
  drop: (ids: readonly string[]) => void;
} {
  const latest = useRef(selectedIds);
  useEffect(() => {
    latest.current = selectedIds;
  }, [selectedIds]);
  const seen = useRef(new Map<string, Seen>());
  useEffect(() => {
    if (!data) return;
    for (const id of seen.current.keys()) if (!selectedIds.includes(id)) seen.current.delete(id);
    for (const message of data) {
      if (selectedIds.includes(message.id) && !seen.current.has(message.id)) seen.current.set(message.id, message);
    }
    const known = selectedIds.filter((id) => seen.current.has(id));
    if (known.length < selectedIds.length) onSelect(known);
  }, [data, selectedIds, onSelect]);
  return {
    chosen: () => selectedIds.flatMap((id) => seen.current.get(id) ?? []),
    renew: (now) => {
      for (const one of now) seen.current.set(one.id, one);
    },
    drop: (ids) => {
      const left = latest.current.filter((id) => !ids.includes(id));
      if (left.length < latest.current.length) onSelect(left);
    },
  };
}
