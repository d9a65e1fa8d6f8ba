import type { Quality } from './analytics-queries.ts';

export interface Share {
  resolution: string;
  images: number;
  /** 0 to 100, of all images. */
  percent: number;
}

/** How much of what was made has which size. */
export function sharesOf({ resolutions }: Quality): Share[] {
  const all = resolutions.reduce((sum, { images }) => sum + images, 0);
  return resolutions.map(({ resolution, images }) => ({ resolution, images, percent: (images / all) * 100 }));
}
