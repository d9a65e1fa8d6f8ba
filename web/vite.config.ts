import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defaultServerConditions, defineConfig, type Plugin } from 'vite';

const page = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Pages; what fewer need does not come to all. */
const SHARED_BY = 8;

const AROUND_MEMBERS = new RegExp(
  [
    'web/src/app/(shell|drawer|user-menu|cart-link|share-menu|nav-entries|jobs)\\.',
    'web/src/ui/popover\\.',
    'web/src/features/generation/(jobs|job-list|job-outcomes|job-watch|live|live-jobs|generations|outbox|prompt-history)\\.',
    'contracts/src/(kernel/client/(live|event-stream)|generation/live)\\.',
  ].join('|'),
);

/**
 * What the router has and nobody here uses is kept by two habits of it: components that are told their name, and made by
 * a call. Without the names, and with the calls known to do nothing else, it is left out: 3 kB of every page.
 */
const shakenRouter: Plugin = {
  name: 'shaken-router',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/react-router\/dist\/.*\.mjs$/ },
    handler: (code) =>
      code
        .replace(/^\w+\.displayName = "[^"]*";$/gm, '')
        .replace(/^(var \w+ = )(?=React\d*\.(?:forwardRef|memo)\()/gm, '$1/* @__PURE__ */ '),
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
  plugins: [react(), shakenRouter],
  // The wire contract is taken from its sources, so that a changed schema needs no build between.
  resolve: {
    conditions: ['source', ...defaultClientConditions],
    // The router's package names its development build alone.
    alias: [{ find: /^react-router$/, replacement: page('../node_modules/react-router/dist/production/index.mjs') }],
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
        modulePreload: { polyfill: false },
        rolldownOptions: {
          // The second is what a server renders pages into.
          input: [page('index.html'), page('rendered.html')],
          output: {
            codeSplitting: {
              groups: [
                // A rendered page needs this alone until somebody touches it.
                {
                  name: 'preload',
                  test: /preload-helper|web\/src\/(app\/measuring|features\/telemetry\/arrived|lib\/storage)\./,
                },
                // What pages are measured by, on a rendered page too; it brings nothing of the app along.
                {
                  name: 'known-pages',
                  test: /contracts\/src\/(page-paths|telemetry\/policy)\.|web\/src\/features\/telemetry\/arrival\./,
                },
                // What every page needs and seldom changes: in one file it packs better, and outlives our own releases in caches.
                {
                  name: 'base',
                  test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query)|zod)\//,
                },
                // What many pages share, of ours and of icons: each file of its own would cost a kilobyte of headers.
                { name: 'shared', test: /\/(contracts|web)\/src\/|\/lucide-react\//, minShareCount: SHARED_BY },
                // What stands around every page of a member, and what follows their jobs: always together, so one file.
                { name: 'member', test: AROUND_MEMBERS },
                // The cards of one's own pictures, on the dashboard as in the gallery and in collections.
                {
                  name: 'own-pictures',
                  test: /\/web\/src\/features\/gallery\/(?!late-viewer|actions)/,
                  minShareCount: 3,
                  includeDependenciesRecursively: false,
                },
              ],
            },
          },
        },
      },
}));
