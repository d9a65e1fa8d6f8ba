import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { Actor } from '@easel/contracts/kernel/event';

export type Caller =
  | { kind: 'visitor'; id: 'visitor' }
  | { kind: 'member'; id: string; sessionId: string }
  | { kind: 'operator'; id: string; role: OperatorRole; sessionId: string };

export const visitor: Caller = { kind: 'visitor', id: 'visitor' };

export function actorOf(caller: Caller): Actor {
  const { kind, id } = caller;
  return caller.kind === 'operator' ? { kind: 'operator', id, role: caller.role } : { kind, id };
}
