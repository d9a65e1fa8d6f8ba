import type { galleryHttp } from '@easel/contracts/gallery/http';
import { aspectRatioKeys, models, resolutions, styles } from '@easel/contracts/generation/policy';
import { cutText } from '@easel/contracts/kernel/cut-text';
import { categoryNamed } from '@easel/contracts/search/category-name';
import { SEARCH_MAX } from '@easel/contracts/search/policy';
import type * as z from 'zod/mini';
import { instantsOf, isDay } from '../../lib/local-days.ts';
import { pageOf } from '../../lib/page-numbers.ts';

/** Cards page by page, pictures without end, what was uploaded, or what was deleted. */
const views = ['pages', 'wall', 'uploads', 'trash'] as const;
type View = (typeof views)[number];

/** Whether a view shows pictures that were made, which can be searched and narrowed. */
export const isOfPictures = (view: View): boolean => view === 'pages' || view === 'wall';

/** What the gallery is narrowed to, as the address has it; empty is no narrowing. */
export interface Filter {
  category: string;
  search: string;
  model: string;
  style: string;
  ratio: string;
  resolution: string;
  seed: string;
  /** Days where the reader is, both included: `2026-11-21`. */
  from: string;
  to: string;
}

export const noFilter: Filter = {
  category: '',
  search: '',
  model: '',
  style: '',
  ratio: '',
  resolution: '',
  seed: '',
  from: '',
  to: '',
};
const names = Object.keys(noFilter) as (keyof Filter)[];

const oneOf = (known: readonly string[]) => (text: string) => (known.includes(text) ? text : '');
const day = (text: string) => (isDay(text) ? text : '');
const SEED_DIGITS = /^\d{1,10}$/;

/** An address may hold anything: what the server would refuse does not count. */
const clean: Record<keyof Filter, (text: string) => string> = {
  category: (text) => categoryNamed(cutText(text, 60)),
  search: (text) => cutText(text, SEARCH_MAX).trim(),
  model: oneOf(models),
  style: oneOf(styles),
  ratio: oneOf(aspectRatioKeys),
  resolution: oneOf(resolutions),
  seed: (text) => (SEED_DIGITS.test(text) && Number(text) < 2 ** 31 ? text : ''),
  from: day,
  to: day,
};

export interface Address {
  view: View;
  page: number;
  filter: Filter;
}

export function readAddress(params: URLSearchParams): Address {
  const read = (name: keyof Filter): string => clean[name](params.get(name) ?? '');
  return {
    view: views.find((view) => view === params.get('view')) ?? 'pages',
    page: pageOf(params.get('page')),
    filter: Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as Filter,
  };
}

/** The shortest address that says the same. */
export function writeAddress({ view, page, filter }: Address): URLSearchParams {
  const params = new URLSearchParams();
  if (view !== 'pages') params.set('view', view);
  for (const name of names) if (filter[name] !== '') params.set(name, filter[name]);
  if (page > 1) params.set('page', String(page));
  return params;
}

export const addressOf = (address: Address): string => {
  const params = writeAddress(address);
  return `/your-gallery${params.size > 0 ? `?${params}` : ''}`;
};

/** How many of the settings narrow it, search and category aside, which have controls of their own. */
export const narrowingCount = (filter: Filter): number =>
  names.filter((name) => name !== 'search' && name !== 'category' && filter[name] !== '').length;

export const isNarrowed = (filter: Filter): boolean => names.some((name) => filter[name] !== '');

type Asked = Omit<z.input<typeof galleryHttp.own.query>, 'page' | 'limit'>;

/**
 * As the route takes it: what does not narrow is left out, and what is left was checked when the address was read. Days
 * are sent as instants, since the server does not know where the reader is.
 */
export const queryOf = (filter: Filter): Asked => ({
  ...Object.fromEntries(names.flatMap((name) => (filter[name] === '' ? [] : [[name, filter[name]]]))),
  ...instantsOf(filter),
});
