import { words } from '../../ui/choices.ts';
import { Assignee } from './marks.tsx';
import type { TriageRequest } from './message.ts';

/** What was chosen, in a line. */
export function RequestWords({ request: { status, priority, assignee, reason } }: { request: TriageRequest }) {
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
