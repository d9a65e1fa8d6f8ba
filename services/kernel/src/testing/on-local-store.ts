import { test } from 'vitest';
import { otherStoreCommand } from './store-process.ts';

const isElsewhere = otherStoreCommand(process.env) !== undefined;
const why = isElsewhere ? ' (in the local event store’s own tables)' : '';

/**
 * A test that changes or reads the local event store's own tables: no other server has them, so there it is skipped.
 */
export const onLocalStore = (name: string, work: () => Promise<void>): void =>
  test.skipIf(isElsewhere)(`${name}${why}`, work);
