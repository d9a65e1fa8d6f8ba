import { expect, test } from 'vitest';
import { routes } from './routes.ts';

/** Names the kinds of all schemas within one. */
function kindsIn(schema: unknown, found = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return found;
  if (Array.isArray(schema)) for (const one of schema) kindsIn(one, found);
  else if ('_zod' in schema) {
    const { def } = schema._zod as { def: Record<string, unknown> };
    found.add(def['coerce'] === true ? 'coerce' : String(def['type']));
    const { shape, element, innerType, valueType, options, items, in: before, out } = def;
    kindsIn([Object.values(shape ?? {}), element, innerType, valueType, options, items, before, out].flat(), found);
  }
  return found;
}

const CHANGING = ['coerce', 'default', 'prefault', 'catch', 'pipe', 'transform'];

test('has no reply of which the member app, which trusts its shape, would read less than its schema says', () => {
  const changing = routes.filter(({ reply }) => CHANGING.some((kind) => kindsIn(reply).has(kind)));
  // The server keeps the settings of presets as its schema has read them.
  expect(changing.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/auth/presets',
    'PUT /api/auth/presets',
  ]);
});
