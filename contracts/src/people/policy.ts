/** People whom one member may follow: a feed of more is nobody's choice any more. */
export const FOLLOWS_MAX = 1_000;

/** Pictures of a feed, or of somebody's page, at a time. */
export const PEOPLE_PAGE = 12;

/** How far a picture's lineage is told, in remixes of remixes, and how many pictures it names at most. */
export const LINEAGE_DEPTH = 6;
export const LINEAGE_MAX = 40;

/** Where a person's page is. */
export const personPath = (name: string): string => `/u/${name}`;

/** Where an image is that somebody has for their avatar, as a small square. */
export const avatarPath = (variantId: string): string => `/api/avatars/${variantId}.webp`;

/** A side of it: twice as large as it is ever shown, for screens of two dots a pixel. */
export const AVATAR_PX = 160;
