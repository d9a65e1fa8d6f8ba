import { table } from './table.ts';
import type { BenchRow } from './row.ts';

/** By name; each is loaded when it is its turn, so that one's modules are not another's memory. */
const benches: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  'event-store': async () => (await import('./event-store.ts')).benchEventStore(),
  'command-side': async () => (await import('./command-side.ts')).benchCommandSide(),
  rebuild: async () => (await import('./rebuild.ts')).benchRebuild(),
  'gallery-page': async () => (await import('./gallery-page.ts')).benchGalleryPage(),
  events: async () => (await import('./events.ts')).benchEvents(),
  statement: async () => (await import('./statement.ts')).benchStatement(),
  ledger: async () => (await import('./ledger.ts')).benchLedger(),
  'first-load': async () => (await import('./first-load.ts')).benchFirstLoad(),
  'gallery-scroll': async () => (await import('./gallery-scroll.ts')).benchGalleryScroll(),
  load: async () => (await import('./load.ts')).benchLoad(),
  live: async () => (await import('./live.ts')).benchLive(),
  imaging: async () => (await import('./imaging.ts')).benchImaging(),
};

const wanted = process.argv.slice(2).filter((name) => !name.startsWith('-'));
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0 || process.argv.includes('--help')) {
  process.stderr.write(`npm run bench -- [${Object.keys(benches).join('] [')}]\n`);
  process.exit(unknown.length > 0 ? 2 : 0);
}
for (const [name, bench] of Object.entries(benches)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`${name}\n${table(await bench())}\n`);
}
process.exit(0);
