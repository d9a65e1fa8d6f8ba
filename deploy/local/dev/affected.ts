import { projects } from '../server-projects.mjs';
import type { Imports } from './imports.ts';
import { APP } from './words.ts';

/** Everything is started anew: PostgreSQL, the event store and all that needs them. */
export const PLATFORM = 'platform';
/** `npm run dev` itself, which nobody restarts but a person. */
export const DEV = 'dev';

const imaging = projects.find(({ name }) => name === 'imaging')?.entry ?? '';

/**
 * The first file of each program, by the name that its supervisor knows it by. They are started anew in this order:
 * what the app needs comes before it, and who waits for the app does not wait for the rest.
 */
const entries: Record<string, readonly string[]> = {
  'event store': ['deploy/stand-ins/event-store/main.ts'],
  'stand-in Stripe': ['deploy/stand-ins/stripe/main.ts'],
  'stand-in print service': ['deploy/stand-ins/prodigi/main.ts'],
  'stand-in providers': ['deploy/stand-ins/providers/main.ts'],
  [APP]: ['deploy/local/dev/app-process.ts'],
  imaging: [imaging, 'services/imaging/src/render/render-process.ts', 'services/imaging/src/render/render-thread.ts'],
};

/**
 * Which programs have one of these files in them. The platform and `npm run dev` itself only start others: what they
 * take from the libraries may be a little older than the sources, so that a contract does not cost a start of
 * PostgreSQL.
 */
export function affected(files: readonly string[], imports: Imports): Set<string> {
  const uses = (entry: string): boolean => files.some((file) => imports.reaches(entry, file));
  const own = files.filter((file) => file.startsWith('deploy/'));
  const usesOwn = (entry: string): boolean => own.some((file) => imports.reaches(entry, file));
  return new Set([
    ...Object.keys(entries).filter((part) => entries[part]?.some(uses)),
    ...(usesOwn('deploy/local/dev/platform-process.ts') ? [PLATFORM] : []),
    ...(usesOwn('deploy/local/dev/main.ts') ? [DEV] : []),
  ]);
}
