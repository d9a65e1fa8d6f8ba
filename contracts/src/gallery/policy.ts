/** Where a variant's picture is served: one's own private images need the path that asks who is calling. */
export const imagePath = (
  variantId: string,
  { isPublic, thumbnail = false }: { isPublic: boolean; thumbnail?: boolean },
): string => `/api/images/${isPublic ? '' : 'auth/'}${variantId}${thumbnail ? '-thumb' : ''}.webp`;

/** Where the images route has a picture of which only the address of before is known; undefined for other addresses. */
export function uploadedPath(address: string): string | undefined {
  const name = /^\/uploads\/([^/?#]+)$/.exec(address)?.[1];
  return name === undefined ? undefined : `/api/images/${name}`;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
}

const longSidePx = ({ width, height }: Pixels): number => Math.max(width, height);

/**
 * Keeps the open preview smaller than what is sold: at most 1024 pixels and at most three quarters of the original's
 * long side. spec: rulings "Open preview".
 */
export const previewLongSidePx = (original: Pixels): number =>
  Math.max(1, Math.min(1024, Math.floor((longSidePx(original) * 3) / 4)));

/** Whether a preview may be open: some were stored before it was ruled how large they may be. */
export const isOpenPreview = (preview: Pixels, original: Pixels): boolean =>
  longSidePx(preview) <= previewLongSidePx(original);

/** In what pixels one is made anew. */
export function openPreviewPx(original: Pixels): Pixels {
  const scale = previewLongSidePx(original) / longSidePx(original);
  const side = (px: number): number => Math.max(1, Math.round(px * scale));
  return { width: side(original.width), height: side(original.height) };
}

/** The category that marks a public image. */
export const PUBLIC_CATEGORY = 'public';
/** The category of what its owner saved. */
export const SAVED_CATEGORY = 'saved';

/** spec: public-and-commerce §2.4. */
export const popularSearches = [
  'dragon',
  'landscape',
  'fantasy',
  'space',
  'abstract',
  'vintage',
  'modern',
  'competition',
] as const;
