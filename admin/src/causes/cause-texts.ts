import type { CauseNode } from '@easel/contracts/events/http';
import { shortId } from '../ui/shorten-id.ts';
import { causeLooks } from './cause-kinds.ts';

/** Where the event at a position is shown. */
export const eventPath = (position: string): string => `/events/${position}/show`;

/** What a node is called beside the word for its kind, which it does not say again. */
export function causeLabel({ kind, label }: CauseNode): string {
  const word = `${causeLooks[kind].word} `;
  return label.startsWith(word) ? label.slice(word.length) : label;
}

/** Which call it was; empty where nobody called. */
export function causeRequest({ detail }: CauseNode): string {
  const id = detail['request_id'];
  return typeof id === 'string' && id !== '' ? `request ${shortId(id)}` : '';
}

/** What a node is called by whoever cannot see it. */
export function causeName(node: CauseNode, isAsked: boolean): string {
  const { kind, at, stream, revision } = node;
  const parts = [
    `${causeLooks[kind].word}: ${causeLabel(node)}`,
    causeRequest(node),
    isAsked ? 'this event' : '',
    stream === null ? '' : `${stream}${revision === null ? '' : ` at ${revision}`}`,
    at === null ? '' : at.slice(0, 19).replace('T', ' '),
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** A value of a node's detail in one line: of an object its values, as a caller is 'member 1b4e…'. */
export function detailText(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (typeof value === 'string') return value;
  if (typeof value !== 'object') return JSON.stringify(value);
  return Object.values(value)
    .filter((inner) => inner !== null && inner !== '')
    .map(detailText)
    .join(' ');
}

/** The same for the eye: its ids short, its words whole. */
export const detailShown = (value: unknown): string => detailText(value).split(' ').map(shortId).join(' ');

/** Where what a payment has moved is listed, or what names it; undefined where no payment is named. */
export function paymentPath({ detail }: CauseNode, list: 'ledger' | 'events'): string | undefined {
  const id = detail['payment_id'];
  if (typeof id !== 'string' || id === '') return undefined;
  const filter = list === 'ledger' ? { payment: id } : { q: id };
  return `/${list}?${new URLSearchParams({ filter: JSON.stringify(filter) }).toString()}`;
}
