import { rolldown, type Plugin } from 'rolldown';
import { expect, test } from 'vitest';
import { productionRouter, shakenRouter } from './shaken-router.mjs';

const ENTRY = 'entry.js';
const entry: Plugin = {
  name: 'entry',
  resolveId: (id) => (id === ENTRY ? id : undefined),
  load: (id) =>
    id === ENTRY
      ? `export { BrowserRouter, Link, Route, Routes } from ${JSON.stringify(productionRouter.replacement)};`
      : undefined,
};

test('bundles links and routes without what only a framework renders', async () => {
  const bundle = await rolldown({ input: ENTRY, plugins: [entry, shakenRouter as Plugin], logLevel: 'silent' });
  const { output } = await bundle.generate();
  await bundle.close();
  const { code } = output[0];
  expect(code).toContain('function useLinkClickHandler');
  const frameworks = ['AwaitErrorBoundary', 'RemixErrorBoundary', 'Scripts', 'PrefetchPageLinksImpl'];
  expect(frameworks.filter((name) => code.includes(name))).toEqual([]);
});
