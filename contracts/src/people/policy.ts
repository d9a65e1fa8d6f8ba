/** People whom one member may follow: a feed of more is nobody's choice any more. */
export const FOLLOWS_MAX = 1_000;

/** Pictures of a feed, or of somebody's page, at a time. */
export const PEOPLE_PAGE = 12;

/** How far a picture's lineage is told, in remixes of remixes, and how many pictures it names at most. */
export const LINEAGE_DEPTH = 6;
export const LINEAGE_MAX = 40;

/** Where a person's page is. */
export const personPath = (name: string): string => `/u/${name}`;
