/** Injection tokens of values that have no class of their own. */
export const LOGGER = Symbol('logger');
export const POOL = Symbol('pool');
export const BACKGROUND_POOL = Symbol('background pool');
/** The folder of the image files. */
export const BLOB_DIR = Symbol('blob dir');
export const BUS = Symbol('bus');
/** Where processes keep how far they have come. */
export const BOOK = Symbol('book');
