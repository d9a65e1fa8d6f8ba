import type { ExportFact } from '@easel/contracts/kernel/exports.events';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { TestServer } from '@easel/kernel/testing/server';

/** What exports have left in the log until now, as it is stored, in its order. */
export async function exportsOf({ foundation: { log } }: TestServer): Promise<Recorded<ExportFact>[]> {
  const found: Recorded<ExportFact>[] = [];
  const stop = new AbortController();
  const items = log.subscribe({ categories: ['export'], after: 'start', stored: true, signal: stop.signal });
  for await (const item of items) {
    if (item.kind === 'fact') found.push(item.fact as Recorded<ExportFact>);
    if (item.kind === 'caught-up') break;
  }
  stop.abort();
  return found;
}
