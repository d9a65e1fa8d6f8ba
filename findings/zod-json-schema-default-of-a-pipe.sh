#!/usr/bin/env bash
# zod 4.6.7: the JSON Schema of an input loses the default where the value is transformed before it is checked.
#
# Expected: z.toJSONSchema(…, { io: 'input' }) has `default` for a field that has one, whatever is done with its value.
# Seen: `z.string().toLowerCase().pipe(z.enum(['png'])).default('png')` has `"default": "png"`;
# `z.string().transform((s) => s.toLowerCase()).pipe(z.enum(['png'])).default('png')`, which accepts the same, has none.
# In both, the enum's values are missing too, because the input is any string. In the same way, an object behind
# `z.unknown().transform(f).pipe(object)` becomes `{}`, while `z.preprocess(f, object)` keeps its properties.
# Who meets it: developers who generate an API description from schemas: clients do not learn the default. Put it back
# with the `override` option, and use `preprocess` for bodies that are reshaped first.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund zod@4.6.7
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { z } from 'zod';

const input = (schema) => {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' });
  console.log(JSON.stringify(rest));
  return rest;
};
const format = z.enum(['png']);
const checked = z.object({ format: z.string().toLowerCase().pipe(format).default('png') });
const transformed = z.object({ format: z.string().transform((s) => s.toLowerCase()).pipe(format).default('png') });
for (const schema of [checked, transformed]) {
  assert.deepEqual(schema.parse({}), { format: 'png' });
  assert.deepEqual(schema.parse({ format: 'PNG' }), { format: 'png' });
}
assert.deepEqual(input(checked).properties, { format: { default: 'png', type: 'string' } });
assert.deepEqual(input(transformed).properties, { format: { type: 'string' } });

const body = z.object({ prompt: z.string() });
const same = (value) => value;
assert.deepEqual(Object.keys(input(z.preprocess(same, body)).properties), ['prompt']);
assert.deepEqual(input(z.unknown().transform(same).pipe(body)), {});
PROGRAM
node show.mjs
echo 'As described: the default and the properties are missing.'
