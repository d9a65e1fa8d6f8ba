import type { Plugin } from 'vite';

/** Leaves out of a bundle the keys of the parts of icons. */
export const leanIcons: Plugin;
