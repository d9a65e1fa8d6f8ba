import type { Alias, Plugin } from 'vite';

/** The router's package names its development build alone; this names the other. */
export const productionRouter: Alias;

/** Leaves out of a bundle what the router has and nobody uses. */
export const shakenRouter: Plugin;
