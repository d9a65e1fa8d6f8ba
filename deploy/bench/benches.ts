import type { BenchRow } from './row.ts';

/** By name; each is loaded when it is its turn, so that one's modules are not another's memory. */
export const benches: Readonly<Record<string, () => Promise<BenchRow[]>>> = {
  'event-store': async () => (await import('./event-store.ts')).benchEventStore(),
  'command-side': async () => (await import('./command-side.ts')).benchCommandSide(),
  orders: async () => (await import('./orders.ts')).benchOrders(),
  rebuild: async () => (await import('./rebuild.ts')).benchRebuild(),
  'gallery-page': async () => (await import('./gallery-page.ts')).benchGalleryPage(),
  competitions: async () => (await import('./competitions.ts')).benchCompetitions(),
  search: async () => (await import('./search.ts')).benchSearch(),
  events: async () => (await import('./events.ts')).benchEvents(),
  columns: async () => (await import('./columns.ts')).benchColumns(),
  statement: async () => (await import('./statement.ts')).benchStatement(),
  ledger: async () => (await import('./ledger.ts')).benchLedger(),
  'first-load': async () => (await import('./first-load.ts')).benchFirstLoad(),
  pages: async () => (await import('./pages.ts')).benchPages(),
  lighthouse: async () => (await import('./lighthouse.ts')).benchLighthouse(),
  'gallery-scroll': async () => (await import('./gallery-scroll.ts')).benchGalleryScroll(),
  studio: async () => (await import('./studio.ts')).benchStudio(),
  load: async () => (await import('./load.ts')).benchLoad(),
  members: async () => (await import('./members.ts')).benchMembers(),
  erasure: async () => (await import('./erasure.ts')).benchErasure(),
  live: async () => (await import('./live.ts')).benchLive(),
  memory: async () => (await import('./memory.ts')).benchMemory(),
  providers: async () => (await import('./providers.ts')).benchProviders(),
  imaging: async () => (await import('./imaging.ts')).benchImaging(),
};
