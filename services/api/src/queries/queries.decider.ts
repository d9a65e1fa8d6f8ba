import type { QueryFact } from '@easel/contracts/queries/events';
import { queryProblems } from '@easel/contracts/queries/http';
import { namesAddress, QUERIES_MAX, type QueryFilter } from '@easel/contracts/queries/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

interface Kept {
  queryId: string;
  name: string;
  filter: QueryFilter;
}

export interface Queries {
  kept: Kept[];
  /** Ids of those that were deleted: a repeat of what saved them does not bring them back. */
  deleted: Set<string>;
}

export type QueriesCommand =
  | {
      type: 'SaveQuery';
      operatorId: string;
      /** It has where its name is not taken. */
      queryId: string;
      name: string;
      filter: QueryFilter;
      at: Date;
    }
  | { type: 'DeleteQuery'; operatorId: string; queryId: string; at: Date };

type Saving = Extract<QueriesCommand, { type: 'SaveQuery' }>;

/** The query of that name. */
export const queryNamed = ({ kept }: Queries, name: string): Kept | undefined => kept.find((one) => one.name === name);

/** What an operator asks the log by names of their own. */
export const queries: Decider<Queries, QueriesCommand, QueryFact> = {
  initial: () => ({ kept: [], deleted: new Set() }),

  decide(command, state) {
    return command.type === 'SaveQuery' ? save(command, state) : remove(command, state);
  },

  evolve(state, { type, data }) {
    const others = state.kept.filter(({ queryId }) => queryId !== data.queryId);
    if (type === 'QueryDeleted') return { kept: others, deleted: state.deleted.add(data.queryId) };
    const { queryId, name, filter } = data;
    return { ...state, kept: [...others, { queryId, name, filter }] };
  },
};

function save({ operatorId, queryId, name, filter, at }: Saving, state: Queries): readonly QueryFact[] {
  if (namesAddress(name, filter)) throw new Refused(queryProblems.personal);
  const isRepeat = state.deleted.has(queryId) || state.kept.some((one) => one.queryId === queryId);
  const before = queryNamed(state, name);
  if (isRepeat || (before && isSame(before.filter, filter))) return [];
  if (!before && state.kept.length >= QUERIES_MAX) throw new Refused(queryProblems.tooMany);
  const data = { operatorId, queryId: before?.queryId ?? queryId, name, filter, savedAt: at.toISOString() };
  return [{ type: 'QuerySaved', data }];
}

function remove(
  { operatorId, queryId, at }: Extract<QueriesCommand, { type: 'DeleteQuery' }>,
  { kept, deleted }: Queries,
): readonly QueryFact[] {
  if (deleted.has(queryId)) return [];
  if (!kept.some((one) => one.queryId === queryId)) throw new Refused(queryProblems.notFound);
  return [{ type: 'QueryDeleted', data: { operatorId, queryId, deletedAt: at.toISOString() } }];
}

const isSame = (one: QueryFilter, other: QueryFilter): boolean => inOrder(one) === inOrder(other);
const inOrder = (filter: QueryFilter): string =>
  JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));
