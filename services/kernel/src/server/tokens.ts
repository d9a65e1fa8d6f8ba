/** Injection tokens of values that have no class of their own. */
export const LOGGER = Symbol('logger');
export const POOL = Symbol('pool');
export const BACKGROUND_POOL = Symbol('background pool');
export const BUS = Symbol('bus');
/** Where processes keep how far they have come. */
export const BOOK = Symbol('book');
