import { messageProblems, messagesHttp, type PresentMessage } from '@easel/contracts/messages/http';
import type { HistoryEntry } from '@easel/contracts/kernel/console';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../lib/api.ts';
import type { Notice } from '../../ui/undo-snackbar.tsx';
import { factsAfter } from './fact-changes.ts';
import type { TriageRequest } from './message.ts';
import {
  type Change,
  countOf,
  inCalls,
  onVersionsOf,
  outcomeOf,
  type Outcome,
  type Seen,
  type TriageResult,
  type Undoable,
} from './triage-results.ts';

/** Of so many conflicts it is told who was there first; of more, that somebody was. */
const EXPLAINED_MOST = 10;

/** What stood in the way of one message's triage. */
export interface Trouble {
  seen: Seen;
  text: string;
  /** What others did to it since it was seen; undefined where that is not known. */
  since?: HistoryEntry[];
}

export interface Desk {
  busy: boolean;
  /** `what` is how it is told: 'resolved'. Answers how it went; what failed as a whole is told, and is undefined. */
  triage: (seen: readonly Seen[], request: TriageRequest, what: string) => Promise<Outcome | undefined>;
  /** Takes the latest triage back, then the one before it. */
  undo: () => void;
  troubles: readonly Trouble[];
  dismiss: () => void;
  notice: Notice | undefined;
  closeNotice: () => void;
}

interface Options {
  /** How messages stand after what was done here, an undo included; before they are read anew. */
  onDone?: (done: readonly PresentMessage[]) => void;
}

/** Triages messages, one or many, tells how it went, and takes it back. */
export function useDesk({ onDone }: Options = {}): Desk {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [notice, setNotice] = useState<Notice>();
  const [troubles, setTroubles] = useState<readonly Trouble[]>([]);
  const count = useRef(0);
  /** The latest last. */
  const undoable = useRef<readonly Undoable[]>([]);

  const tell = (more: Omit<Notice, 'id'>) => setNotice({ id: ++count.current, ...more });
  const closeNotice = () => setNotice(undefined);

  /** Sends them all, and has what is on the screen read anew. */
  async function carryOut(seen: readonly Seen[], changes: readonly Change[]): Promise<Outcome | undefined> {
    setBusy(true);
    closeNotice();
    const results: TriageResult[] = [];
    let failure: string | undefined;
    try {
      for (const some of inCalls(changes)) {
        const reply = await call(
          messagesHttp.triageMany,
          { body: { changes: some } },
          { idempotencyKey: crypto.randomUUID() },
        );
        results.push(...reply.results);
      }
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error);
    }
    const outcome = outcomeOf(seen, results);
    onDone?.(outcome.done);
    await client.invalidateQueries({ queryKey: ['messages'] });
    setTroubles(await Promise.all(outcome.refused.map(explained)));
    setBusy(false);
    if (failure !== undefined) {
      tell({
        text:
          results.length === 0 ? failure : `${failure} Of ${countOf(changes.length)}, ${results.length} were reached.`,
        severity: 'error',
      });
      return undefined;
    }
    return outcome;
  }

  async function triage(seen: readonly Seen[], request: TriageRequest, what: string): Promise<Outcome | undefined> {
    if (seen.length === 0 || busy) return undefined;
    const changes = seen.map(({ id, version }) => ({ id, version, ...request }));
    const outcome = await carryOut(seen, changes);
    if (!outcome) return undefined;
    const { done, refused, undo } = outcome;
    const subjects = new Map(seen.map(({ id, subject }) => [id, subject]));
    const left = done.map((one) => ({ ...one, subject: subjects.get(one.id) ?? '' }));
    if (undo.length > 0) undoable.current = [...undoable.current, { seen: left, undo }];
    tell({
      text: [
        ...(done.length > 0 || refused.length === 0 ? [`${countOf(done.length)}: ${what}`] : []),
        ...(refused.length > 0 ? [`${countOf(refused.length)} not changed`] : []),
      ].join(' · '),
      severity: refused.length > 0 ? 'warning' : 'success',
      ...(undo.length > 0 && { onUndo: () => void takeBack() }),
    });
    return outcome;
  }

  async function takeBack(): Promise<void> {
    const latest = undoable.current.at(-1);
    if (busy || !latest) return;
    const outcome = await carryOut(latest.seen, latest.undo);
    if (!outcome) return;
    const { done: back, refused } = outcome;
    undoable.current = onVersionsOf(back, undoable.current.slice(0, -1));
    tell({
      text: `Taken back: ${countOf(back.length)}${refused.length > 0 ? ` · ${countOf(refused.length)} not changed` : ''}`,
      severity: refused.length > 0 ? 'warning' : 'info',
    });
  }

  return {
    busy,
    triage,
    undo: () => void takeBack(),
    troubles,
    dismiss: () => setTroubles([]),
    notice,
    closeNotice,
  };
}

async function explained({ seen, result }: Outcome['refused'][number], index: number): Promise<Trouble> {
  const trouble = { seen, text: result.message };
  if (result.code !== messageProblems.changed.code || index >= EXPLAINED_MOST) return trouble;
  try {
    const { timeline } = await call(messagesHttp.one, { params: { id: seen.id } });
    return { ...trouble, since: factsAfter(timeline, seen.version) };
  } catch {
    return trouble;
  }
}
