/** Where a variant's picture is served: one's own private images need the path that asks who is calling. */
export const imagePath = (
  variantId: string,
  { isPublic, thumbnail = false }: { isPublic: boolean; thumbnail?: boolean },
): string => `/api/images/${isPublic ? '' : 'auth/'}${variantId}${thumbnail ? '-thumb' : ''}.webp`;

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
