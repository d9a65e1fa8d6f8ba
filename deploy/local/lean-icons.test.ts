import { fileURLToPath } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { expect, test } from 'vitest';
import { leanIcons } from './lean-icons.mjs';

const icon = fileURLToPath(new URL('../../node_modules/lucide-react/dist/esm/icons/wand.mjs', import.meta.url));

async function bundled(plugins: Plugin[]): Promise<string> {
  const bundle = await rolldown({ input: icon, plugins, external: /createLucideIcon/, logLevel: 'silent' });
  const { output } = await bundle.generate();
  await bundle.close();
  return output[0].code;
}

test('bundles all parts of an icon without their keys', async () => {
  const whole = await bundled([]);
  const lean = await bundled([leanIcons as Plugin]);
  const shapes = (code: string) => code.match(/\bd: "[^"]+"/g);
  expect(whole).toContain('key:');
  expect(lean).not.toContain('key:');
  expect(lean).not.toContain('.node;');
  expect(shapes(lean)).toEqual(shapes(whole));
});
