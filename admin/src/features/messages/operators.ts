import type { OperatorRecord } from '@easel/contracts/operators/http';
import { useGetIdentity, useGetList } from 'react-admin';

/** Who messages may be given to, the one who asks first. */
export function useAssignees(): { id: string; name: string }[] {
  const { identity } = useGetIdentity();
  const { data } = useGetList<OperatorRecord>('operators', {
    filter: { role: ['admin', 'support'], status: 'active' },
    pagination: { page: 1, perPage: 200 },
    sort: { field: 'name', order: 'ASC' },
  });
  const others = (data ?? []).filter(({ id }) => id !== identity?.id).map(({ id, name }) => ({ id, name }));
  return identity ? [{ id: String(identity.id), name: `Me (${identity.fullName ?? ''})` }, ...others] : others;
}
