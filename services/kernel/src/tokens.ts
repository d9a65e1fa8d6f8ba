/** Injection tokens of values that have no class of their own. */
export const LOGGER = Symbol('logger');
export const CONFIG = Symbol('config');
export const POOL = Symbol('pool');
export const BUS = Symbol('bus');
