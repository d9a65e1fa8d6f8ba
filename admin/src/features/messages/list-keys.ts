import type { MessagePriority, MessageStatus } from '@easel/contracts/messages/policy';

/** What a key does in the list. */
export type ListCommand =
  | { do: 'move'; by: 1 | -1; extend: boolean }
  | { do: 'edge'; to: 'first' | 'last' }
  | { do: 'select' }
  | { do: 'range' }
  | { do: 'page' }
  | { do: 'clear' }
  | { do: 'open' }
  | { do: 'status'; status: MessageStatus }
  | { do: 'priority'; priority: MessagePriority }
  | { do: 'mine' }
  | { do: 'nobodys' }
  | { do: 'undo' }
  | { do: 'search' }
  | { do: 'news' }
  | { do: 'help' };

interface Pressed {
  key: string;
  shiftKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

const statuses: Readonly<Record<string, MessageStatus>> = {
  u: 'unread',
  r: 'read',
  i: 'in_progress',
  e: 'resolved',
  s: 'spam',
};
const priorities: Readonly<Record<string, MessagePriority>> = { '1': 'normal', '2': 'medium', '3': 'high' };
const others: Readonly<Record<string, ListCommand>> = {
  Home: { do: 'edge', to: 'first' },
  End: { do: 'edge', to: 'last' },
  x: { do: 'select' },
  a: { do: 'page' },
  Escape: { do: 'clear' },
  o: { do: 'open' },
  m: { do: 'mine' },
  n: { do: 'nobodys' },
  z: { do: 'undo' },
  '/': { do: 'search' },
  '.': { do: 'news' },
  '?': { do: 'help' },
};
const moves: Readonly<Record<string, 1 | -1>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
/** Outside of the list they scroll the page. */
const scrolling = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End']);

/** `isInList`: the focus is in the list itself. Undefined for keys that are not the list's. */
export function commandOf(pressed: Pressed, isInList: boolean): ListCommand | undefined {
  const { shiftKey, ctrlKey, metaKey, altKey } = pressed;
  // Caps Lock is no Shift.
  const key = pressed.key.length === 1 ? pressed.key.toLowerCase() : pressed.key;
  if (ctrlKey || metaKey || altKey || (scrolling.has(key) && !isInList)) return undefined;
  const by = moves[key];
  if (by !== undefined) return { do: 'move', by, extend: shiftKey };
  if (shiftKey && key === 'x') return { do: 'range' };
  if (shiftKey && /^[a-z]$/.test(key)) return undefined;
  const status = statuses[key];
  if (status !== undefined) return { do: 'status', status };
  const priority = priorities[key];
  if (priority !== undefined) return { do: 'priority', priority };
  return others[key];
}

/** The keys that change messages, for lists of keys. */
export const triageTexts: readonly (readonly [keys: string, what: string])[] = [
  ['r', 'Read'],
  ['u', 'Unread'],
  ['i', 'In progress'],
  ['e', 'Resolved'],
  ['s', 'Spam'],
  ['1 2 3', 'Priority normal, medium, high'],
  ['m', 'Mine'],
  ['n', 'Nobody’s'],
  ['z', 'Undo the last change, then the one before'],
];

export const keyTexts: readonly (readonly [keys: string, what: string])[] = [
  ['j k or ↓ ↑', 'Next and previous message'],
  ['x', 'Select the message'],
  ['Shift+X', 'Select up to here from the one selected last'],
  ['Shift+J K or Shift+↓ ↑', 'Select while moving'],
  ['a', 'Select the whole page, or nothing'],
  ['Esc', 'Select nothing'],
  ['Enter or o', 'Open'],
  ...triageTexts,
  ['.', 'Show what has arrived'],
  ['/', 'Search'],
  ['?', 'These keys'],
];

/** One on from where the cursor is, or the first; the ends hold. */
export function moved(ids: readonly string[], cursor: string | undefined, by: 1 | -1): string | undefined {
  const at = cursor === undefined ? -1 : ids.indexOf(cursor);
  if (at === -1) return ids[0];
  return ids[Math.min(ids.length - 1, Math.max(0, at + by))];
}

/** Both ends included; where one of them is not there any more, the other alone. */
export function between(ids: readonly string[], anchor: string | undefined, to: string): string[] {
  const [one, other] = [anchor === undefined ? -1 : ids.indexOf(anchor), ids.indexOf(to)];
  if (one === -1 || other === -1) return other === -1 ? [] : [to];
  return ids.slice(Math.min(one, other), Math.max(one, other) + 1);
}

/** Where the cursor goes when the rows change: it stays with its row, or else with what came after it. */
export function cursorAfter(
  before: readonly string[],
  after: readonly string[],
  cursor: string | undefined,
): string | undefined {
  if (cursor === undefined || after.includes(cursor)) return cursor;
  const at = before.indexOf(cursor);
  if (at === -1) return undefined;
  const still = new Set(after);
  return before.slice(at + 1).find((id) => still.has(id)) ?? after.at(-1);
}
