import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigError } from './config.ts';
import { readSettingsFile } from './settings-file.ts';

const schema = z.object({ lamps: z.array(z.object({ name: z.string(), watts: z.number() })) });
let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'settings-file-'));
  file = join(folder, 'lamps.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('returns what a settings file says', () => {
  writeFileSync(file, JSON.stringify({ lamps: [{ name: 'desk', watts: 7 }] }));
  expect(readSettingsFile('LAMPS', file, schema)).toEqual({ lamps: [{ name: 'desk', watts: 7 }] });
});

test('says for every fault of a settings file where it is', () => {
  writeFileSync(file, JSON.stringify({ lamps: [{ name: 'desk', watts: 'many' }, { watts: 3 }] }));
  expect(() => readSettingsFile('LAMPS', file, schema)).toThrow(ConfigError);
  expect(() => readSettingsFile('LAMPS', file, schema)).toThrow(
    /LAMPS is wrong: lamps\[0\]\.watts in .*\n {2}LAMPS is wrong: lamps\[1\]\.name in /,
  );
});

test('says on one line that a settings file is not JSON', () => {
  writeFileSync(file, 'lamps:\n  - desk\n');
  expect(() => readSettingsFile('LAMPS', file, schema)).toThrow(/lamps\.json is not JSON: [^\n]+$/);
});

test('says that a settings file is not there', () => {
  expect(() => readSettingsFile('LAMPS', file, schema)).toThrow(/lamps\.json cannot be read/);
});
