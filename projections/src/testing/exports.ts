import type { ExportFact } from '@easel/contracts/kernel/exports.events';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { TestServer } from '@easel/kernel/testing/server';

/** Returns what a category of the log has until now, as it is stored, in its order. */
export async function storedOf<F extends Fact>(
  { foundation: { log } }: TestServer,
  category: string,
): Promise<Recorded<F>[]> {
  const found: Recorded<F>[] = [];
  const stop = new AbortController();
  const items = log.subscribe({ categories: [category], after: 'start', stored: true, signal: stop.signal });
  for await (const item of items) {
    if (item.kind === 'fact') found.push(item.fact as Recorded<F>);
    if (item.kind === 'caught-up') break;
  }
  stop.abort();
  return found;
}

/** What exports have left in the log until now. */
export const exportsOf = (server: TestServer): Promise<Recorded<ExportFact>[]> => storedOf(server, 'export');
