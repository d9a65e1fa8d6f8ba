import { entries } from './knowledge.ts';
import { Answerer } from './reply.ts';

/** Everything that Nova knows, ready to be asked: a file of its own, fetched when the panel is opened. */
export const answerer = new Answerer(entries);
