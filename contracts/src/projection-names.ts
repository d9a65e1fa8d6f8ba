import { features } from './features.ts';

/** The read models that operators may pause, resume and rebuild, by name. */
export const projectionNames: readonly string[] = features.flatMap(({ readModels = [] }) => readModels);
