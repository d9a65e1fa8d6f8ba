import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig } from 'vite';

export default defineConfig({
  plugins: [react()],
  // The wire contract is taken from its sources, so that a changed schema needs no build between.
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: 'dist',
    target: 'es2023',
    // A data: address would need its own exception in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs and seldom changes: in one file it packs better, and outlives our own releases in caches.
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack\/(query-core|react-query)|zod)\//,
            },
          ],
        },
      },
    },
  },
});
