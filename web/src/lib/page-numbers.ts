/** A page's number, or a gap of pages left out. */
export type PageItem = number | 'gap';

/**
 * The pages to offer: all of up to seven, else the first, the last and the neighbours of the current one. A gap hides
 * at least two.
 */
export function pageNumbers(current: number, pages: number): PageItem[] {
  if (pages <= 7) return range(1, pages);
  const from = current <= 4 ? 1 : Math.min(current - 1, pages - 4);
  const to = current >= pages - 3 ? pages : Math.max(current + 1, 5);
  return [
    ...(from > 1 ? ([1, 'gap'] as const) : []),
    ...range(from, to),
    ...(to < pages ? (['gap', pages] as const) : []),
  ];
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);

/** The page of an address: a whole number from 1, else 1. */
export function pageOf(text: string | null): number {
  const page = Number(text);
  return Number.isSafeInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}
