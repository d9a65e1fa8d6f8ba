import type { DehydratedState } from '@tanstack/react-query';

/** The element that holds, as JSON, what a rendered page was rendered from. */
export const PAGE_DATA_ID = 'page-data';

export interface PageData {
  renderedAt: string;
  queries: DehydratedState;
}

/** What came with a rendered page; null where the browser renders the page by itself. */
export function readPageData(): PageData | null {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? (JSON.parse(text) as PageData) : null;
}
