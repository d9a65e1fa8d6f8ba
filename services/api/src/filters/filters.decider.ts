import type { FilterFact } from '@easel/contracts/filters/events';
import { filterProblems } from '@easel/contracts/filters/http';
import { namesAddress, EVENT_FILTERS_MAX, type KeptFilter } from '@easel/contracts/filters/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';

interface Kept {
  filterId: string;
  name: string;
  filter: KeptFilter;
}

export interface Filters {
  kept: Kept[];
  /** Ids of those that were deleted: a repeat of what saved them does not bring them back. */
  deleted: Set<string>;
}

export type FiltersCommand =
  | {
      type: 'SaveFilter';
      operatorId: string;
      /** It has where its name is not taken. */
      filterId: string;
      name: string;
      filter: KeptFilter;
      at: Date;
    }
  | { type: 'DeleteFilter'; operatorId: string; filterId: string; at: Date };

type Saving = Extract<FiltersCommand, { type: 'SaveFilter' }>;

/** The filter of that name. */
export const filterNamed = ({ kept }: Filters, name: string): Kept | undefined => kept.find((one) => one.name === name);

/** What an operator narrows the list of events to, by names of their own. */
export const filters: Decider<Filters, FiltersCommand, FilterFact> = {
  initial: () => ({ kept: [], deleted: new Set() }),

  decide(command, state) {
    return command.type === 'SaveFilter' ? save(command, state) : remove(command, state);
  },

  evolve(state, { type, data }) {
    const others = state.kept.filter(({ filterId }) => filterId !== data.filterId);
    if (type === 'EventFilterDeleted') return { kept: others, deleted: state.deleted.add(data.filterId) };
    const { filterId, name, filter } = data;
    return { ...state, kept: [...others, { filterId, name, filter }] };
  },
};

function save({ operatorId, filterId, name, filter, at }: Saving, state: Filters): readonly FilterFact[] {
  if (namesAddress(name, filter)) throw new Refused(filterProblems.personal);
  const isRepeat = state.deleted.has(filterId) || state.kept.some((one) => one.filterId === filterId);
  const before = filterNamed(state, name);
  if (isRepeat || (before && isSame(before.filter, filter))) return [];
  if (!before && state.kept.length >= EVENT_FILTERS_MAX) throw new Refused(filterProblems.tooMany);
  const data = { operatorId, filterId: before?.filterId ?? filterId, name, filter, savedAt: at.toISOString() };
  return [{ type: 'EventFilterSaved', data }];
}

function remove(
  { operatorId, filterId, at }: Extract<FiltersCommand, { type: 'DeleteFilter' }>,
  { kept, deleted }: Filters,
): readonly FilterFact[] {
  if (deleted.has(filterId)) return [];
  if (!kept.some((one) => one.filterId === filterId)) throw new Refused(filterProblems.notFound);
  return [{ type: 'EventFilterDeleted', data: { operatorId, filterId, deletedAt: at.toISOString() } }];
}

const isSame = (one: KeptFilter, other: KeptFilter): boolean => inOrder(one) === inOrder(other);
const inOrder = (filter: KeptFilter): string =>
  JSON.stringify(Object.entries(filter).toSorted(([a], [b]) => (a < b ? -1 : 1)));
