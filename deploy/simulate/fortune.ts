import type { Manners } from './manners.ts';

/** Decides what goes wrong in a process. */
export interface Fortune {
  /** Whether it goes wrong this time. */
  goesWrong(what: keyof Manners): boolean;
  /** What no part of the product says may happen. */
  readonly failures: unknown[];
}
