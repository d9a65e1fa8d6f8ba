import { createStore } from '../../lib/store.ts';
import type { Reference } from './reference.ts';

/** What another page brings to the studio, which takes it into its form as soon as it is there. */
export const broughtReference = createStore<Reference | null>(null);
