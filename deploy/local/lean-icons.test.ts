import { rolldown, type Plugin } from 'rolldown';
import { expect, test } from 'vitest';
import { leanIcons } from './lean-icons.mjs';

const ENTRY = 'entry.js';
const entry: Plugin = {
  name: 'entry',
  resolveId: (id) => (id === ENTRY ? id : undefined),
  load: (id) => (id === ENTRY ? `export { Wand } from 'lucide-react'` : undefined),
};

async function bundled(plugins: Plugin[]): Promise<string> {
  const all = [entry, ...plugins];
  const bundle = await rolldown({ input: ENTRY, plugins: all, external: /createLucideIcon/, logLevel: 'silent' });
  const { output } = await bundle.generate();
  await bundle.close();
  return output[0].code;
}

test('bundles all parts of an icon without their keys', async () => {
  const whole = await bundled([]);
  const lean = await bundled([leanIcons as Plugin]);
  const shapes = (code: string) => code.match(/\bd: "[^"]+"/g);
  expect(shapes(whole)).not.toBeNull();
  expect(whole).toContain('key:');
  expect(lean).not.toContain('key:');
  expect(lean).not.toContain('.node;');
  expect(shapes(lean)).toEqual(shapes(whole));
});
