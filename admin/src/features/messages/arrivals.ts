import type { Message } from './message.ts';

type Dated = Pick<Message, 'id' | 'created_at'>;

/** What a list has shown, so that what is new in it is known. */
export interface Shown {
  ids: ReadonlySet<string>;
  /** When the newest of them was sent; '' of none. */
  newest: string;
}

export const NOTHING_SHOWN: Shown = { ids: new Set(), newest: '' };

export const shownWith = (shown: Shown, messages: readonly Dated[]): Shown => ({
  ids: new Set([...shown.ids, ...messages.map(({ id }) => id)]),
  newest: messages.reduce((newest, { created_at: at }) => (at > newest ? at : newest), shown.newest),
});

/** How many of these the list has not shown; an older one that comes into a filter by a triage is no arrival. */
export const arrivedOf = (shown: Shown, newest: readonly Dated[]): number =>
  newest.filter(({ id, created_at: at }) => at >= shown.newest && !shown.ids.has(id)).length;
