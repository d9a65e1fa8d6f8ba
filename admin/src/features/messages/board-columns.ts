import { type MessageStatus, statusMoves } from '@easel/contracts/messages/policy';

/** The board's columns, from left to right. */
export const columns = [
  'unread',
  'read',
  'in_progress',
  'replied',
  'resolved',
] as const satisfies readonly MessageStatus[];
export type ColumnStatus = (typeof columns)[number];

/** By a triage, or taken up again with a reason; undefined where a message may not go. */
export type Way = 'triage' | 'reopen';

export function wayTo(from: MessageStatus, to: MessageStatus): Way | undefined {
  if (from === to) return undefined;
  if (statusMoves[from].includes(to)) return 'triage';
  return to === 'in_progress' && statusMoves[from].length === 0 ? 'reopen' : undefined;
}

/** The next column on that side that a message may go to. */
export function columnBeside(from: ColumnStatus, by: 1 | -1): ColumnStatus | undefined {
  const here = columns.indexOf(from);
  const onThatSide = by === 1 ? columns.slice(here + 1) : columns.slice(0, here).toReversed();
  return onThatSide.find((to) => wayTo(from, to) !== undefined);
}

/** Of a board by columns: where an arrow key leads to from a card, if there is a card. */
export function cardBeside(
  board: readonly (readonly string[])[],
  id: string,
  key: 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight',
): string | undefined {
  const column = board.findIndex((ids) => ids.includes(id));
  const row = board[column]?.indexOf(id) ?? -1;
  if (row === -1) return undefined;
  if (key === 'ArrowUp') return board[column]?.[row - 1];
  if (key === 'ArrowDown') return board[column]?.[row + 1];
  const onThatSide = key === 'ArrowRight' ? board.slice(column + 1) : board.slice(0, column).toReversed();
  const beside = onThatSide.find((ids) => ids.length > 0);
  return beside?.[Math.min(row, beside.length - 1)];
}

/** The link into a message: where the focus is. */
export const cardId = (id: string): string => `card-${id}`;
