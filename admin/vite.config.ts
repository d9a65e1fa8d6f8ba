import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';
import { productionRouter, shakenRouter } from '../deploy/local/shaken-router.mjs';

/** Whom the console is for have it: it would bring nine kilobytes of what old engines lack. */
const ownEntries: Plugin = {
  name: 'own-entries',
  transform: {
    filter: { id: /node_modules\/object\.entries\/index\.js$/ },
    handler: () => 'module.exports = Object.entries;',
  },
};

/** Pages; what fewer need does not come to all. */
const SHARED_BY = 8;

export default defineConfig({
  base: '/admin/',
  plugins: [react(), shakenRouter, ownEntries],
  // The wire contract is taken from its sources, so that a changed schema needs no build between.
  resolve: { conditions: ['source', ...defaultClientConditions], alias: [productionRouter] },
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
          // What many pages share, in one file: a file each would cost a kilobyte of headers, and they pack better together.
          groups: [{ name: 'base', test: /node_modules/, minShareCount: SHARED_BY }],
        },
      },
    },
  },
});
