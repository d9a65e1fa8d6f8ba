import type {} from 'vitest';

declare module 'vitest' {
  /** What the suite's global setup hands to every test file, by `inject`. */
  export interface ProvidedContext {
    /** A superuser's URL to the suite's own PostgreSQL. */
    postgresUrl: string;
    /** Program and first arguments of the local event store; options are added behind. */
    eventStoreCommand: string[];
    /** Program and first arguments of the stand-in Stripe, which is told the rest by its environment. */
    stripeCommand: string[];
  }
}
