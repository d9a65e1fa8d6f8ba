import { colours } from '@easel/contracts/generation/look.policy';
import { aspectRatioKeys, models, resolutions } from '@easel/contracts/generation/policy';
import { cutText } from '@easel/contracts/kernel/cut-text';
import { categoryNamed } from '@easel/contracts/search/category-name';
import type { searchHttp } from '@easel/contracts/search/http';
import { SEARCH_DEPTH, SEARCH_MAX } from '@easel/contracts/search/policy';
import type * as z from 'zod/mini';
import { pageOf } from '../../lib/page-numbers.ts';

/** What is searched for, under the names the address and the server both use; empty is nothing asked. */
export interface Search {
  q: string;
  category: string;
  colour: string;
  model: string;
  ratio: string;
  resolution: string;
  /** `own`, or everybody's. */
  of: string;
  /** A picture's id. */
  like: string;
}

export const noSearch: Search = {
  q: '',
  category: '',
  colour: '',
  model: '',
  ratio: '',
  resolution: '',
  of: '',
  like: '',
};
const names = Object.keys(noSearch) as (keyof Search)[];
/** Those that have a field among the filters. */
export const filterNames = ['category', 'colour', 'model', 'ratio', 'resolution'] as const;

const oneOf = (known: readonly string[]) => (text: string) => (known.includes(text) ? text : '');
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An address may hold anything: what the server would refuse does not count. */
const clean: Record<keyof Search, (text: string) => string> = {
  q: (text) => cutText(text, SEARCH_MAX).trim(),
  category: (text) => categoryNamed(cutText(text, 60)),
  colour: oneOf(colours),
  model: oneOf(models),
  ratio: oneOf(aspectRatioKeys),
  resolution: oneOf(resolutions),
  of: oneOf(['own']),
  like: (text) => (UUID.test(text) ? text : ''),
};

/** Cards side by side, or a line a picture. */
type View = 'grid' | 'list';

export interface Address {
  search: Search;
  view: View;
  page: number;
}

export function readAddress(params: URLSearchParams): Address {
  const read = (name: keyof Search): string => clean[name](params.get(name) ?? '');
  return {
    search: Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as Search,
    view: params.get('view') === 'list' ? 'list' : 'grid',
    page: Math.min(pageOf(params.get('page')), SEARCH_DEPTH),
  };
}

/** The shortest address that says the same. */
export function addressOf({ search, view, page }: Address): string {
  const params = new URLSearchParams();
  for (const name of names) if (search[name] !== '') params.set(name, search[name]);
  if (view === 'list') params.set('view', view);
  if (page > 1) params.set('page', String(page));
  return params.size > 0 ? `/search?${params}` : '/search';
}

/** Whether anything is asked for; where to look alone asks for nothing. */
export const isAsked = (search: Search): boolean => names.some((name) => name !== 'of' && search[name] !== '');

/**
 * spec: public-and-commerce §4: of a category without words there is always more to load; anything else goes by pages.
 */
export const isBrowsing = ({ q, like, category }: Search): boolean => q === '' && like === '' && category !== '';

export const narrowingCount = (search: Search): number => filterNames.filter((name) => search[name] !== '').length;

type Asked = Omit<z.input<typeof searchHttp.images.query>, 'page' | 'limit'>;

/** As the route takes it: what does not count is left out, and what is left was checked when the address was read. */
export const queryOf = (search: Search): Asked =>
  Object.fromEntries(names.flatMap((name) => (search[name] === '' ? [] : [[name, search[name]]])));
