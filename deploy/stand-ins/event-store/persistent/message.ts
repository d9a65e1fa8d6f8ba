import { type Delivery, eventIdIn } from '../encode.ts';
import type { ProposedEvent } from '../event.ts';
import type { Mark, Progress } from './progress.ts';

const OVERHEAD_BYTES = 300;

/** An event on its way through a persistent subscription: it stays until it is acknowledged, skipped or parked. */
export interface Message {
  delivery: Delivery;
  /** What an answer names it by: the link's id where there is one. */
  id: string;
  /** Where it comes in order. */
  place: number;
  /** What is told, by its mark, when it is settled: how far the source, or the parked messages, are done with. */
  progress: Progress;
  mark: Mark;
  retries: number;
  bytes: number;
  /** When its subscriber has had it long enough; in ms since 1970. */
  deadlineMs: number;
  /** When its subscriber got it, on the process's own clock. */
  sentMs: number;
  /** The event that parks it, the same however often that is tried. */
  parking: ProposedEvent | undefined;
}

export function messageOf(delivery: Delivery, place: number, mark: Mark, progress: Progress): Message {
  const { event, link } = delivery;
  const original = link ?? event;
  if (!original) throw new Error('a delivery holds an event or a link');
  return {
    delivery,
    id: eventIdIn(original.bytes),
    place,
    progress,
    mark,
    retries: 0,
    bytes: (event?.bytes.length ?? 0) + (link?.bytes.length ?? 0) + OVERHEAD_BYTES,
    deadlineMs: Infinity,
    sentMs: 0,
    parking: undefined,
  };
}
