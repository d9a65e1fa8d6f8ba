import type { Plugin } from 'vite';

/** What servers read of a route and browsers do not. */
export const SERVERS_ONLY: ReadonlySet<string>;

/** Leaves out of a bundle what only servers read of the contract's routes. */
export const leanRoutes: Plugin;

/** Returns the code of a contract, in JavaScript, without what browsers do not read of its routes. */
export function leanContract(code: string): string;
