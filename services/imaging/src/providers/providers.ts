import { procedural } from './procedural/procedural.provider.ts';
import type { ImageProvider, ProviderName } from './provider.ts';

/** Every provider there is, by the name that a request carries. */
export const providers: Readonly<Record<ProviderName, ImageProvider>> = { procedural };
