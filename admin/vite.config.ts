import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { productionRouter, shakenRouter } from '../deploy/local/shaken-router.mjs';

/** Of packages, what is written otherwise where it is bundled. */
const rewritten: Readonly<Record<string, (code: string) => string>> = {
  // Engines have had both for years: twelve kilobytes would stand in for them.
  'object.entries/index.js': () => 'module.exports = Object.entries;',
  'diacritic/diacritics.js': () => String.raw`exports.clean = (text) => text.normalize('NFD').replace(/\p{M}/gu, '');`,
  // Few lists are exported by the browser: what writes their CSV comes when somebody asks for it.
  'ra-core/dist/export/defaultExporter.js': (code) =>
    code
      .replace(/^import jsonExport from ("|')(.+)\1;$/m, '')
      .replace(/jsonExport\(/, "import('jsonexport/dist/index.js').then(({ default: jsonExport }) => jsonExport(")
      .replace(/\)\);$/m, ')));'),
};

const leanPackages: Plugin = {
  name: 'lean-packages',
  transform: {
    filter: { id: new RegExp(`node_modules/(?:${Object.keys(rewritten).join('|').replaceAll('.', '\\.')})$`) },
    handler: (code, id) => rewritten[id.slice(id.lastIndexOf('node_modules/') + 'node_modules/'.length)]?.(code),
  },
};

/** Pages; what fewer need does not come to all. */
const SHARED_BY = 11;

export default defineConfig(({ command }) => ({
  base: '/admin/',
  plugins: [react(), shakenRouter, leanPackages],
  resolve: {
    // The wire contract is taken from its sources, so that a changed schema needs no build between.
    conditions: ['source', ...defaultClientConditions],
    // While it is worked on, react-admin is bundled ahead with a router of its own, which has to be everybody's.
    alias: command === 'build' ? [productionRouter] : [],
  },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // A data: address would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What many pages share, in one file: a file each would cost a kilobyte of headers, and they pack better
          // together.
          groups: [{ name: 'base', test: /node_modules/, minShareCount: SHARED_BY }],
        },
      },
    },
  },
}));
