import { operatorRoles } from '@easel/contracts/kernel/console';
import { contains } from '@easel/contracts/kernel/words';
import type { OperatorRecord } from '@easel/contracts/operators/http';
import { operatorStatuses } from '@easel/contracts/operators/policy';
import { oneOrMore, SimpleRest, type AskedList, type Sort } from '@easel/kernel/http/simple-rest';
import * as z from 'zod/mini';
import { recordOf } from './operator-directory.ts';
import type { OperatorWithHistory } from './operator-records.ts';

const sortable = ['id', 'name', 'role', 'status', 'invited_at', 'last_signed_in_at'] as const;
type Sortable = (typeof sortable)[number];

const dialect = new SimpleRest({
  resource: 'operators',
  sortable,
  defaultSort: { field: 'name', order: 'ASC' },
  filter: z.object({
    id: z.optional(oneOrMore(z.uuid())),
    role: z.optional(oneOrMore(z.enum(operatorRoles))),
    status: z.optional(oneOrMore(z.enum(operatorStatuses))),
    q: z.optional(z.string().check(z.maxLength(200))),
  }),
});

/** A page of the operators, with their addresses where the reader may see them: what is not shown is not searched. */
export function operatorPage(
  all: readonly OperatorWithHistory[],
  asked: AskedList,
  shown: { email: boolean },
): { records: OperatorRecord[]; contentRange: string } {
  const { sort, offset, limit, filter } = dialect.read(asked);
  const found = all
    .map((record) => recordOf(record, shown))
    .filter(
      ({ id, role, status, name, email }) =>
        (filter.id?.includes(id) ?? true) &&
        (filter.role?.includes(role) ?? true) &&
        (filter.status?.includes(status) ?? true) &&
        contains(`${name} ${email ?? ''}`, filter.q ?? ''),
    )
    .toSorted(by(sort));
  const records = found.slice(offset, offset + limit);
  return { records, contentRange: dialect.contentRange(offset, records.length, found.length) };
}

/** Equals stand in the order of their ids, so that pages do not overlap. */
function by({ field, order }: Sort<Sortable>): (one: OperatorRecord, other: OperatorRecord) => number {
  const sign = order === 'ASC' ? 1 : -1;
  return (one, other) =>
    sign * (one[field] ?? '').localeCompare(other[field] ?? '', 'en') || one.id.localeCompare(other.id, 'en');
}
