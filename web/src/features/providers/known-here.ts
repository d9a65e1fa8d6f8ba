import type { KnownProvider, Routes } from '@easel/contracts/providers/policy';

/** Providers and routes, as far as they are loaded. */
export interface KnownHere {
  /** Empty when only the built-in renderer is configured. */
  readonly known: readonly KnownProvider[];
  readonly routes: Routes;
  /** Whether they are loaded. Until then, and after an error, only the built-in renderer is known. */
  readonly isRead: boolean;
}
