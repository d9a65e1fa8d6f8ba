import type {} from 'vitest';

declare module 'vitest' {
  /** What the suite's global setup hands to every test file, by `inject`. */
  export interface ProvidedContext {
    /** A superuser's URL to the suite's own PostgreSQL. */
    postgresUrl: string;
    /** Program and first arguments of the event store that tests run on; options are added behind. */
    eventStoreCommand: string[];
    /** Of the local event store, also where TEST_EVENT_STORE makes tests run on another. */
    localEventStoreCommand: string[];
    /** Program and first arguments of the stand-in Stripe, which is told the rest by its environment. */
    stripeCommand: string[];
    /** The same of the stand-in print service. */
    prodigiCommand: string[];
  }
}
