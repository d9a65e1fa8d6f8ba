import type { DownloadFormat, DownloadLimits } from '@easel/contracts/downloads/policy';

const NAMES: Readonly<Record<DownloadFormat, string>> = {
  png: 'PNG',
  jpg: 'JPG',
  webp: 'WebP',
  tiff: 'TIFF',
  svg: 'SVG',
};
const choice = new Intl.ListFormat('en', { type: 'disjunction' });

/** How far a plan's downloads go: '4K, PNG, JPG, or WebP'. */
export const reachText = ({ maxSize, formats }: Pick<DownloadLimits, 'maxSize' | 'formats'>): string =>
  `${maxSize}, ${choice.format(formats.map((format) => NAMES[format]))}`;
