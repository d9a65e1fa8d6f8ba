import { randomUUID } from 'node:crypto';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import type { QueryServer } from './query-server.ts';

/** Somebody of this role, signed in. */
export async function operator(
  { server }: Pick<QueryServer, 'server'>,
  role: OperatorRole,
): Promise<{ id: string; authorization: string }> {
  const id = randomUUID();
  const { token } = await server.foundation.sessions.open({ kind: 'operator', id, role }, { days: 1, userAgent: '' });
  return { id, authorization: `Bearer ${token}` };
}
