import { AutocompleteArrayInput, SearchInput, TextInput } from 'react-admin';
import { words } from '../../ui/choices.ts';
import { formatCount } from '../../ui/money.tsx';
import { UtcInput } from '../../ui/utc-input.tsx';
import { type Facets, listOf } from './facets.ts';

interface Choice {
  id: string;
  name: string;
  category: string;
}

/** Those there are, by category; and what an address names although there is none of it. */
function typeChoices(types: Facets['type']['values'], chosen: readonly string[]): Choice[] {
  const choices = types.map(({ value, category, count }) => ({
    id: value,
    name: `${value} (${formatCount(count)})`,
    category,
  }));
  const known = new Set(choices.map(({ id }) => id));
  const unknown = chosen.filter((type) => !known.has(type)).map((type) => ({ id: type, name: type, category: '' }));
  return [...choices, ...unknown].toSorted((a, b) => compare(a.category, b.category) || compare(a.id, b.id));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const aWholeId = (typed: unknown): string | undefined =>
  typeof typed !== 'string' || typed === '' || UUID.test(typed) ? undefined : 'A whole id is needed';

/** Which react-admin hides among filters. */
const withHelp = { '&&& .MuiFormHelperText-root.Mui-error': { display: 'block' } };

/** What the list is narrowed by; `alwaysOn` is read by react-admin. */
export const filtersFor = (facets: Facets | undefined, chosen: { type: unknown; category: unknown; kind: unknown }) => {
  const namesOf = (facet: 'category' | 'kind') =>
    [...new Set([...(facets?.[facet].values ?? []).map(({ value }) => value), ...listOf(chosen[facet])])].toSorted();
  return [
    <SearchInput key="q" source="q" alwaysOn placeholder="Words" aria-label="Words" />,
    <AutocompleteArrayInput
      key="type"
      source="type"
      label="Type"
      alwaysOn
      choices={typeChoices(facets?.type.values ?? [], listOf(chosen.type))}
      format={listOf}
      groupBy={({ category }: Choice) => category}
      limitTags={2}
      sx={{ minWidth: 240, maxWidth: 420 }}
    />,
    <AutocompleteArrayInput
      key="category"
      source="category"
      label="Category"
      choices={namesOf('category').map((id) => ({ id, name: id }))}
      format={listOf}
      sx={{ minWidth: 180 }}
    />,
    <AutocompleteArrayInput
      key="kind"
      source="kind"
      label="Kind of actor"
      choices={namesOf('kind').map((id) => ({ id, name: words(id) }))}
      format={listOf}
      sx={{ minWidth: 180 }}
    />,
    <TextInput key="stream" source="stream" label="Stream" />,
    <TextInput key="member" source="member" label="Member id" validate={aWholeId} sx={withHelp} />,
    <TextInput key="actor" source="actor" label="Actor id" />,
    <TextInput key="correlation" source="correlation" label="Correlation id" />,
    <UtcInput key="from" source="from" label="From" />,
    <UtcInput key="to" source="to" label="To" />,
  ];
};
