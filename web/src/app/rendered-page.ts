import type { DehydratedState } from '@tanstack/react-query';

/** The element that holds, as JSON, what a rendered page was rendered from. */
const PAGE_DATA_ID = 'page-data';

export interface PageData {
  renderedAt: string;
  queries: DehydratedState;
}

/** Null where there is none: the browser renders the page by itself. */
export const readPageDataFrom = (text: string): PageData | null => (text ? (JSON.parse(text) as PageData) : null);

/** What came with the page that is open. */
export const readPageData = (): PageData | null =>
  readPageDataFrom(document.getElementById(PAGE_DATA_ID)?.textContent ?? '');
