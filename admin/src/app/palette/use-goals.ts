import { eventsHttp } from '@easel/contracts/events/http';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'react-admin';
import { call } from '../../lib/api.ts';
import { mayCall } from '../../lib/roles.ts';
import { mayDo } from '../access.ts';
import { entriesFor } from '../entries.ts';
import type { ConsoleResource } from '../resource.ts';
import { resources } from '../resources.ts';
import { type Goal, goalsOf, isUuid, listPath, mayBeNamed } from './goal.ts';

/** Where one may go: pages, saved filters, and what bears the id or name that was typed. */
export function useGoals(role: string, typed: string): { goals: Goal[]; isLooking: boolean } {
  const saved = useSaved(role);
  const records = useRecords(role, typed);
  const named = useNamed(role, typed);
  const pages = entriesFor(role).map(({ label, to }): Goal => ({ group: 'Pages', label, hint: '', to }));
  return {
    goals: [...records.goals, ...named.goals, ...pages, ...saved],
    isLooking: records.isLooking || named.isLooking,
  };
}

function useSaved(role: string): Goal[] {
  const kept = resources.flatMap(({ name, label, savedFilters }) =>
    savedFilters && mayDo(role, name, 'list') ? [{ name, label, savedFilters }] : [],
  );
  return useQueries({
    queries: kept.map(({ name, savedFilters }) => ({
      queryKey: ['filters', name],
      queryFn: ({ signal }: { signal: AbortSignal }) => savedFilters(signal),
    })),
    combine: (answers) =>
      answers.flatMap(({ data }, index) => {
        const { name = '', label = '' } = kept[index] ?? {};
        return (data ?? []).map((one): Goal => ({
          group: 'Saved filters',
          label: one.name,
          hint: label,
          to: listPath(name, one.filter),
        }));
      }),
  });
}

function useRecords(role: string, typed: string): { goals: Goal[]; isLooking: boolean } {
  const dataProvider = useDataProvider();
  const lists = isUuid(typed)
    ? resources.filter(({ name, foundById }) => foundById && mayDo(role, name, 'list') && mayDo(role, name, 'show'))
    : [];
  return useQueries({
    queries: lists.map(({ name }) => ({
      queryKey: [name, 'named', typed],
      // As a list of one: an id that names nothing is no refusal.
      queryFn: () => dataProvider.getMany<RaRecord>(name, { ids: [typed] }),
    })),
    combine: (answers) => ({
      goals: answers.flatMap(({ data }, index) => (data?.data ?? []).map((record) => goalOf(lists[index]!, record))),
      isLooking: answers.some(({ isLoading }) => isLoading),
    }),
  });
}

const goalOf = ({ name, label, recordRepresentation }: ConsoleResource, record: RaRecord): Goal => ({
  group: 'Found',
  label: String(record[recordRepresentation ?? 'id']),
  hint: label,
  to: `/${name}/${encodeURIComponent(record.id)}/show`,
});

function useNamed(role: string, typed: string): { goals: Goal[]; isLooking: boolean } {
  const { data, isLoading } = useQuery({
    queryKey: ['events', 'named', typed],
    queryFn: ({ signal }) => call(eventsHttp.named, { params: { name: typed } }, { signal }),
    enabled: mayBeNamed(typed) && mayCall(role, eventsHttp.named),
  });
  return { goals: data ? goalsOf(data, typed, role) : [], isLooking: isLoading };
}
