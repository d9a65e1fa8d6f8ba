import { features } from './features.ts';
import type { FactCatalogue } from './kernel/event.ts';

/** Every fact of the system, by type. */
export const catalogue: FactCatalogue = Object.fromEntries(features.flatMap(({ facts = {} }) => Object.entries(facts)));
