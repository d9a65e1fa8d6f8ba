/** Collections that one member may have. */
export const COLLECTIONS_MAX = 200;

/** Pictures that one collection may hold, those in the trash among them. */
export const COLLECTED_MAX = 1_000;

/** Pictures that one call may put in or take out. */
export const COLLECTED_AT_ONCE = 200;

/** Characters of a collection's name. */
export const COLLECTION_NAME_MAX = 80;

/** Pictures that stand for a collection among others. */
export const COVERS = 4;

/** Pictures of a collection at a time. */
export const COLLECTION_PAGE = 24;

/** Where a collection's page is. */
export const collectionPath = (id: string): string => `/collections/${id}`;
