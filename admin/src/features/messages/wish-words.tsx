import { words } from '../../ui/choices.ts';
import { Assignee } from './marks.tsx';
import type { Wish } from './message.ts';

/** What was chosen, in a line. */
export function WishWords({ wish: { status, priority, assignee, reason } }: { wish: Wish }) {
  return (
    <ul>
      {status !== undefined && <li>Status: {words(status)}</li>}
      {priority !== undefined && <li>Priority: {words(priority)}</li>}
      {assignee !== undefined && (
        <li>
          Assignee: <Assignee id={assignee} />
        </li>
      )}
      {reason !== undefined && reason !== '' && (
        <li>
          Note: <bdi dir="auto">{reason}</bdi>
        </li>
      )}
    </ul>
  );
}
