import type { OrderFact } from '@easel/contracts/orders/events';
import type { Order } from './order-state.decider.ts';

export interface Note {
  noteId: string;
  note: string;
}

export interface NoteOrder extends Note {
  type: 'NoteOrder';
}

interface About {
  orderId: string;
  at: Date;
}

/** Adds a note of support. A repeat adds nothing. */
export function note(
  { orderId, at, noteId, note: words }: Note & About,
  memberId: string,
  { notes }: Order,
): OrderFact[] {
  if (Object.hasOwn(notes, noteId)) return [];
  return [{ type: 'OrderNoted', data: { orderId, memberId, noteId, note: words, notedAt: at.toISOString() } }];
}

/** Adds why support has done something, in the same decision; nothing where it changed nothing. */
export function explained(
  facts: OrderFact[],
  { why, ...about }: About & { why?: Note | undefined },
  memberId: string,
  order: Order,
): OrderFact[] {
  return facts.length === 0 || !why ? facts : [...facts, ...note({ ...about, ...why }, memberId, order)];
}
