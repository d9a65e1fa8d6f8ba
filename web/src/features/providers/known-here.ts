import type { KnownProvider, Routes } from '@easel/contracts/providers/policy';

/** What the server says of who makes pictures here. */
export interface KnownHere {
  /** Empty where there is the built-in renderer alone. */
  readonly known: readonly KnownProvider[];
  readonly routes: Routes;
  /** Whether the server has said so; until then, and where it does not answer, only the built-in one is known. */
  readonly isRead: boolean;
}
