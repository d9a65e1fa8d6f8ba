import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite';
import { leanIcons } from '../deploy/local/lean-icons.mjs';
import { leanRoutes } from '../deploy/local/lean-routes.mjs';
import { productionRouter, shakenRouter } from '../deploy/local/shaken-router.mjs';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Pages; what fewer need does not come to all. */
const SHARED_BY = 11;

const AROUND_PICTURES = new RegExp(
  [
    '/thumbhash/',
    'web/src/ui/(picture|pagination|paged-list|near-section)\\.',
    'web/src/lib/grid-keys\\.',
    'web/src/features/images/(image-details|cover|byline)\\.',
    'web/src/features/public-gallery/public-images\\.',
    'contracts/src/gallery/http\\.',
  ].join('|'),
);

const AROUND_MEMBERS = new RegExp(
  [
    'web/src/app/(shell|drawer|user-menu|cart-link|share-menu|nav-entries|jobs)\\.',
    'web/src/ui/popover\\.',
    'web/src/features/account/balance\\.',
    'web/src/features/generation/(jobs|job-list|job-outcomes|job-watch|live|live-jobs|generations|outbox|prompt-history)\\.',
    'contracts/src/(kernel/client/(live|event-stream)|generation/live|account/http)\\.',
    // In the cart as in the gallery: a file of its own would cost more.
    'lucide-react/.*/icons/trash\\.',
  ].join('|'),
);

const HERE_WITH_THE_APP = /\/(rolldown-runtime|base|preload|known-pages|shared|member|entry-client)-[\w-]{8}\.js$/;

/** The static imports of each output file. */
const importsOf = new Map<string, readonly string[]>();

const recordImports: Plugin = {
  name: 'record-imports',
  apply: 'build',
  generateBundle(_, bundle) {
    for (const file of Object.values(bundle)) if (file.type === 'chunk') importsOf.set(file.fileName, file.imports);
  },
};

/** Returns a file and everything that it imports, directly or indirectly. */
function withImports(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  for (const imported of importsOf.get(file) ?? []) withImports(imported, found);
  return found;
}

/**
 * Leaves out of the preload lists what is loaded already when a page is fetched: the app's own files, and what the
 * importing file imports itself. The names alone are half a kilobyte. Rendered pages keep their lists, because they
 * load before the app does.
 */
function withoutWhatIsHere(
  _: string,
  deps: string[],
  { hostId, hostType }: { hostId: string; hostType: 'html' | 'js' },
): string[] {
  if (hostType === 'html' || hostId.includes('/rendered-')) return deps;
  const here = withImports(hostId);
  return deps.filter((one) => !here.has(one) && !HERE_WITH_THE_APP.test(`/${one}`));
}

const OF_NOVA = /\/web\/src\/features\/nova\/|\?nova\.ts$/;
/** Rules of features; what all pages have is not taken twice. */
const RULES = /\/contracts\/src\/(?!kernel\/|page-paths\.|brand\.)/;

/**
 * Gives the assistant copies of the rules that it quotes. It reads those of every feature: as sharer of each it would
 * move what pages have to themselves into files that all pages load.
 */
const novaApart: Plugin = {
  name: 'nova-apart',
  apply: 'build',
  enforce: 'pre',
  async resolveId(source, importer, options) {
    if (importer === undefined || !OF_NOVA.test(importer)) return null;
    const found = await this.resolve(source, importer.replace('?nova.ts', ''), { ...options, skipSelf: true });
    return found && !found.external && RULES.test(found.id) ? { ...found, id: `${found.id}?nova.ts` } : found;
  },
};

/** Tells what was built from other sources; the same wherever the same are built. */
function buildOfSources(): string {
  const hash = createHash('sha256');
  const sources = globSync('{web/src,contracts/src}/**/*.{ts,tsx,css}', { cwd: page('..') });
  for (const path of ['package-lock.json', ...sources.filter((one) => !one.includes('.test.')).sort()]) {
    hash.update(`${path}\n`).update(readFileSync(page(`../${path}`)));
  }
  return hash.digest('base64url').slice(0, 8);
}

export default defineConfig(({ command, isSsrBuild }) => ({
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  ...(command === 'build' &&
    !isSsrBuild && { define: { 'import.meta.env.VITE_BUILD': JSON.stringify(buildOfSources()) } }),
  plugins: [react(), shakenRouter, !isSsrBuild && [leanIcons, leanRoutes, novaApart, recordImports]],
  // The wire contract is taken from its sources, so that a changed schema needs no build between.
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    alias: [productionRouter],
  },
  ssr: {
    // What renders pages on a server is one program, wherever it is put.
    noExternal: true,
    resolve: { conditions: ['source', ...defaultServerConditions] },
  },
  build: isSsrBuild
    ? {
        outDir: 'dist-server',
        target: 'node24',
        copyPublicDir: false,
        rolldownOptions: { input: page('src/app/entry-server.tsx') },
      }
    : {
        outDir: 'dist',
        target: 'es2023',
        // A data: address would need its own exception in the content security policy.
        assetsInlineLimit: 0,
        // A rendered page has all its styles before a line of the app has come.
        cssCodeSplit: false,
        modulePreload: { polyfill: false, resolveDependencies: withoutWhatIsHere },
        rolldownOptions: {
          // The second is what a server renders pages into.
          input: [page('index.html'), page('rendered.html')],
          output: {
            codeSplitting: {
              groups: [
                // A rendered page needs this alone until somebody touches it.
                {
                  name: 'preload',
                  test: /preload-helper|web\/src\/(app\/measuring|features\/(account\/invitation|telemetry\/(arrived|view-telling))|lib\/storage)\./,
                },
                // Apart from the known pages: the dashboard reads figures that go by it.
                { name: 'measured', test: /contracts\/src\/telemetry\/policy\./ },
                // What pages are measured by, on a rendered page too; it brings nothing of the app along.
                {
                  name: 'known-pages',
                  test: /contracts\/src\/page-paths\.|web\/src\/features\/telemetry\/arrival\./,
                },
                // What every page needs and seldom changes: in one file it packs better, and outlives our own releases
                // in caches.
                {
                  name: 'base',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query))\//,
                },
                // What checks forms and stored values by schemas: pages that check nothing before a touch go without.
                {
                  name: 'checks',
                  test: /node_modules\/zod\/|contracts\/src\/kernel\/(needed|complaints)\./,
                  includeDependenciesRecursively: false,
                },
                // The studio's form and the search for words in a prompt, which its panels share.
                {
                  name: 'generator-form',
                  test: /web\/src\/features\/generation\/generator-form\.|contracts\/src\/generation\/(request\.http|lexicon\/(saying|letters))\./,
                  includeDependenciesRecursively: false,
                },
                // Settings of a picture, shared by the studio and the page of a picture.
                {
                  name: 'settings',
                  test: /web\/src\/features\/images\/maker\.|icons\/palette\./,
                  includeDependenciesRecursively: false,
                },
                // Progress of a generation, shared by the studio and the start page.
                {
                  name: 'asked',
                  test: /web\/src\/(features\/images\/asked-of|ui\/progress-bar)\.|lexicon\/refusing\./,
                  includeDependenciesRecursively: false,
                },
                // What shows pictures: pages of words and figures go without.
                { name: 'pictures', test: AROUND_PICTURES, includeDependenciesRecursively: false },
                // Who makes pictures, where there is somebody beside the built-in renderer: other pages go without.
                {
                  name: 'providers',
                  test: /contracts\/src\/providers\/(policy|built-in|known\.http)\.|web\/src\/features\/providers\/(offers|reference-roles)\./,
                  includeDependenciesRecursively: false,
                },
                // What many pages share, of ours and of icons: each file of its own would cost a kilobyte of headers.
                { name: 'shared', test: /\/(contracts|web)\/src\/|\/lucide-react\//, minShareCount: SHARED_BY },
                // What stands around every page of a member, and what follows their jobs: always together, so one file.
                { name: 'member', test: AROUND_MEMBERS },
                // What galleries and the search are searched with.
                {
                  name: 'finding',
                  test: /web\/src\/ui\/search-box\.|icons\/(rows-3|search-x)\./,
                  includeDependenciesRecursively: false,
                },
                // What the dashboard, the gallery and the generator have in common.
                {
                  name: 'own-viewer',
                  test: /web\/src\/(features\/gallery\/(late-viewer|late-delete-dialog|zip)|ui\/justified-grid|lib\/justified)\./,
                  includeDependenciesRecursively: false,
                },
                // The cards of one's own pictures, on the dashboard as in the gallery and in collections.
                {
                  name: 'own-pictures',
                  test: /\/web\/src\/features\/gallery\/(?!late-|zip|actions|delete-dialog)/,
                  minShareCount: 3,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
}));
