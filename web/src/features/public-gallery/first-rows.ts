import type { Generation } from '@easel/contracts/generation/http';
import { preload } from 'react-dom';
import { cardSizes, sourcesOf } from '../images/image-details.ts';

type Cover = Generation['variants'][number];

/** How styles lay out rows (`public-grid.module.css`). */
interface Layout {
  media: string;
  /** Of the grid. */
  widthPx: number;
  rowPx: number;
  gapPx: number;
  least: number;
  most: number;
}

/** On a usual phone, and on a usual large screen: elsewhere rows are much alike. */
const LAYOUTS: readonly Layout[] = [
  { media: '(max-width: 599px)', widthPx: 358, rowPx: 133, gapPx: 16, least: 0.88, most: 2.75 },
  { media: '(min-width: 600px)', widthPx: 1361, rowPx: 220, gapPx: 16, least: 0.66, most: 1.5 },
];
/** As many rows are seen before anybody scrolls, at least in part. */
const SEEN_ROWS = 2;

/**
 * Fetches the largest picture early that is seen first at each size. All others wait for the styles: on a slow line
 * they would delay these.
 */
export function preloadLargest(generations: readonly Generation[]): void {
  const covers = generations.flatMap(({ variants }) => variants[0] ?? []);
  for (const layout of LAYOUTS) {
    const largest = largestOf(covers, layout);
    // The first picture is fetched at once anyway.
    if (!largest || largest === covers[0]) continue;
    const { srcSet, sizes } = sourcesOf(largest, cardSizes(largest));
    preload(largest.thumbnail_url, {
      as: 'image',
      imageSrcSet: srcSet,
      imageSizes: sizes,
      fetchPriority: 'high',
      media: layout.media,
    });
  }
}

function largestOf(covers: readonly Cover[], { widthPx, rowPx, gapPx, least, most }: Layout): Cover | undefined {
  const tileOf = ({ width, height }: Cover): number => Math.max(width / height, least);
  let largest: { cover: Cover; areaPx: number } | undefined;
  let next = 0;
  for (let row = 0; row < SEEN_ROWS; row++) {
    const tiles: Cover[] = [];
    let basisPx = -gapPx;
    for (let cover = covers[next]; cover; cover = covers[++next]) {
      basisPx += gapPx + tileOf(cover) * rowPx;
      if (tiles.length > 0 && basisPx > widthPx) break;
      tiles.push(cover);
    }
    const shares = tiles.reduce((sum, cover) => sum + tileOf(cover), 0);
    const heightPx = Math.min((widthPx - gapPx * (tiles.length - 1)) / shares, rowPx * most);
    for (const cover of tiles) {
      const areaPx = tileOf(cover) * heightPx ** 2;
      if (!largest || areaPx > largest.areaPx) largest = { cover, areaPx };
    }
  }
  return largest?.cover;
}
