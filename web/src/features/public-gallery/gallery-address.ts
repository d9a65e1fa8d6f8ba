import { cutText } from '@easel/contracts/kernel/cut-text';
import { categoryNamed } from '@easel/contracts/search/category-name';
import { SEARCH_MAX } from '@easel/contracts/search/policy';
import { pageOf } from '../../lib/page-numbers.ts';

/** What is shown; empty is everything. */
export interface PublicFilter {
  category: string;
  search: string;
}

/** spec: public-and-commerce §4: more by a button, by pages, or all there are. */
export const views = ['more', 'pages', 'all'] as const;
export type View = (typeof views)[number];

export interface Address {
  view: View;
  /** From 1; of the view by pages alone. */
  page: number;
  filter: PublicFilter;
}

/** An address may hold anything: what the server would refuse does not count. */
export function readAddress(params: URLSearchParams): Address {
  const view = views.find((known) => known === params.get('view')) ?? 'more';
  return {
    view,
    page: view === 'pages' ? pageOf(params.get('page')) : 1,
    filter: {
      category: categoryNamed(cutText(params.get('category') ?? '', 60)),
      search: cutText(params.get('search') ?? '', SEARCH_MAX).trim(),
    },
  };
}

/** The shortest address that says the same. */
export function addressOf({ view, page, filter: { category, search } }: Address): string {
  const params = new URLSearchParams();
  if (category !== '') params.set('category', category);
  if (search !== '') params.set('search', search);
  if (view !== 'more') params.set('view', view);
  if (view === 'pages' && page > 1) params.set('page', String(page));
  return params.size > 0 ? `/public-gallery?${params}` : '/public-gallery';
}
