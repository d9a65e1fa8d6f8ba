import { defineConfig } from '@playwright/test';
import { executable, FLAGS } from './browser.ts';

/** What runs at E2E_URL is shared, and some stories change its settings: one at a time there. */
const workers = process.env.E2E_URL ? 1 : 2;

export default defineConfig({
  fullyParallel: true,
  workers,
  // A browser on a crowded machine: CI retries once, and lists what passed on the retry (.ci/unsteady.mjs).
  retries: process.env.CI ? 1 : 0,
  // So many are one thing that is broken, and the rest would only take time.
  maxFailures: 30,
  forbidOnly: process.env.CI !== undefined,
  outputDir: '../../node_modules/.cache/easel/e2e',
  preserveOutput: 'failures-only',
  reporter: [['list'], ['../../.ci/playwright-unsteady-reporter.mjs']],
  timeout: 480_000,
  expect: { timeout: 45_000 },
  use: {
    launchOptions: { executablePath: executable(), args: [...FLAGS] },
    trace: { mode: 'retain-on-failure', screenshots: false, sources: false },
    screenshot: { mode: 'only-on-failure', fullPage: true },
  },
  // Stories are long and looks are many: with the stories first, no worker idles behind the last one.
  projects: [
    { name: 'stories', testMatch: '*.story.ts' },
    { name: 'looks', testMatch: '*.looks.ts', grepInvert: /@gate/, use: { trace: 'off' } },
    { name: 'gate-stories', testMatch: '*.story.ts', grep: /@gate/ },
    { name: 'gate-looks', testMatch: '*.looks.ts', grep: /@gate/, use: { trace: 'off' } },
  ],
});
