import { readdirSync } from 'node:fs';
import { catalogue } from '@easel/contracts/catalogue';
import { reportNames } from '@easel/contracts/reports/policy';
import { expect, test } from 'vitest';
import { builtIn } from './built-in.ts';

test('every report beside it is built in, by the name of its file', () => {
  const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.report.ts'));
  expect(Object.keys(builtIn)).toEqual(files.map((name) => name.replace('.report.ts', '')).toSorted());
  expect(Object.keys(builtIn)).toEqual(reportNames);
});

test.each(Object.entries(builtIn))(
  '%s names facts that there are, and has a default for each parameter',
  (_, report) => {
    for (const type of report.filter) expect(catalogue).toHaveProperty(type);
    expect(report.parameters.safeParse({}).success).toBe(true);
  },
);
