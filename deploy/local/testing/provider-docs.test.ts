import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { providersFile, sheetOf } from '@easel/contracts/providers/file';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../../../docs/operating/providers/', import.meta.url));

test.each(readdirSync(folder))('%s has settings files that are accepted', (page) => {
  const text = readFileSync(folder + page, 'utf8');
  const files = [...text.matchAll(/```json\n(.*?)```/gs)].map(([, file = '']) => providersFile.parse(JSON.parse(file)));
  expect(files.length).toBeGreaterThan(0);
  for (const { providers } of files) {
    for (const provider of providers) expect(sheetOf(provider).ratios.length).toBeGreaterThan(0);
  }
});
