import {
  enlargedText,
  type DownloadFormat,
  type DownloadLimits,
  type ImageSize,
} from '@easel/contracts/downloads/policy';

const NAMES: Readonly<Record<DownloadFormat, string>> = {
  png: 'PNG',
  jpg: 'JPG',
  webp: 'WebP',
  tiff: 'TIFF',
  svg: 'SVG',
};
const choice = new Intl.ListFormat('en', { type: 'disjunction' });

/** What a size larger than the image's is, beside the upscaling that plans will have. */
export const ENLARGED =
  'An enlarged file is resampled from the image and has no more detail. Upscaling, which is still to come, adds detail.';

/** '7680 × 4320 px, enlarged from 4K'. */
export const pixelsText = (
  size: ImageSize,
  original: ImageSize,
  { width, height }: { width: number; height: number },
): string => [`${width} × ${height} px`, enlargedText(size, original)].filter(Boolean).join(', ');

/** How far a plan's downloads go: '4K, PNG, JPG, or WebP'. */
export const reachText = ({ maxSize, formats }: Pick<DownloadLimits, 'maxSize' | 'formats'>): string =>
  `${maxSize}, ${choice.format(formats.map((format) => NAMES[format]))}`;
