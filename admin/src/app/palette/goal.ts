import { eventsHttp } from '@easel/contracts/events/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { contains } from '@easel/contracts/kernel/words';
import { mayDo } from '../access.ts';

/** Somewhere the palette leads to. */
export interface Goal {
  group: 'Pages' | 'Saved filters' | 'Found';
  label: string;
  /** What it is, where its group does not say so. */
  hint: string;
  to: string;
}

/** A list, narrowed; react-admin keeps its filters as JSON in the query. */
export const listPath = (resource: string, filter: object): string =>
  `/${resource}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const POSITION = /^\d{1,19}$/;
const STREAM = /^[a-z]+-\S+$/;

/** A record's or a member's id. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** What the log may know by this name: an id, a position, or a stream. */
export const mayBeNamed = (text: string): boolean => isUuid(text) || POSITION.test(text) || STREAM.test(text);

/** Goals among which each word is said. */
export function matching(goals: readonly Goal[], text: string): Goal[] {
  return goals.filter(({ group, label, hint }) => group === 'Found' || contains(`${label} ${hint}`, text));
}

/** Where what bears a name in the log is seen, by this role. */
export function goalsOf({ event, streams }: Reply<typeof eventsHttp.named>, name: string, role: string): Goal[] {
  const goals: Goal[] = [];
  const add = (label: string, hint: string, to: string) => goals.push({ group: 'Found', label, hint, to });
  if (event) add(event.type, `Event ${event.id} of ${event.stream}`, `/events/${event.id}/show`);
  if (isUuid(name) && streams.some(({ subject }) => subject === 'member')) {
    if (mayDo(role, 'ledger', 'list')) add('Account of the member', 'Ledger', listPath('ledger', { member: name }));
    add('All events of the member', 'Events', listPath('events', { member: name }));
  }
  for (const { stream } of streams) add(stream, 'Stream', listPath('events', { stream }));
  return goals;
}
