import type { Plugin } from 'vite';

/** Removes React keys from the parts of icons in the bundle. */
export const leanIcons: Plugin;
