import type { Manners } from './manners.ts';

/** What befalls a process. */
export interface Fortune {
  /** Whether it goes wrong this time. */
  goesWrong(what: keyof Manners): boolean;
  /** What no part of the product says may happen. */
  readonly failures: unknown[];
}
