import { words } from '../../ui/choices.ts';
import type { ListCommand } from './list-keys.ts';
import type { TriageRequest } from './message.ts';

/** What a key changes of messages, and how that is said; undefined for keys that change none. `me`: the operator. */
export function requestOf(
  command: ListCommand,
  me: string | undefined,
): { request: TriageRequest; what: string } | undefined {
  switch (command.do) {
    case 'status':
      return { request: { status: command.status }, what: words(command.status).toLowerCase() };
    case 'priority':
      return { request: { priority: command.priority }, what: `${command.priority} priority` };
    case 'mine':
      return me === undefined ? undefined : { request: { assignee: me }, what: 'yours' };
    case 'nobodys':
      return { request: { assignee: null }, what: 'nobody’s' };
    default:
      return undefined;
  }
}
