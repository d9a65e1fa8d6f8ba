import { catalogue } from './catalogue.ts';
import { chainedCategories } from './streams.ts';

/** What stands in the log: its facts, and which of its streams are hash chains. */
export const logContents = { catalogue, chained: chainedCategories };
