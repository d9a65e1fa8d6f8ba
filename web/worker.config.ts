import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { defaultClientConditions, defineConfig } from 'vite';

const dist = join(import.meta.dirname, 'dist');
/** Of the fonts, the one script that every page has; others are kept once a page has asked for them. */
const WANTED = /\.(js|css)$|-latin-wght-normal-[\w-]+\.woff2$/;

/**
 * What the app is made of, whole: a page that is open goes on with its own version, whatever the server has meanwhile.
 */
const files = () => [
  ...readdirSync(join(dist, 'assets'))
    .filter((name) => WANTED.test(name))
    .map((name) => ({ url: `/assets/${name}`, revision: null })),
  ...['index.html', 'before-paint.js', 'favicon.svg'].map((name) => ({
    url: `/${name}`,
    revision: createHash('sha256')
      .update(readFileSync(join(dist, name)))
      .digest('hex')
      .slice(0, 16),
  })),
];

/** The service worker: one file beside the pages, built after them. */
export default defineConfig(() => ({
  resolve: { conditions: ['source', ...defaultClientConditions] },
  define: { BUILT_FILES: JSON.stringify(files()), 'process.env.NODE_ENV': '"production"' },
  publicDir: false as const,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    target: 'es2023',
    rolldownOptions: {
      input: 'src/worker/service-worker.ts',
      output: { format: 'iife' as const, entryFileNames: 'sw.js' },
    },
  },
}));
