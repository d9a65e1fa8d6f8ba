#!/usr/bin/env bash
# openai 7.59.0 takes any answer with status 200 for a stream, and any text for a result.
#
# Expected: a call with `stream: true` that is answered with JSON yields what the JSON has, or throws; so does a call
# without `stream` that is answered with a page of HTML.
# Seen: `images.generate` and `images.edit` with `stream: true` yield no event and end without an error, whatever the
# answer is: the picture that was made, and paid, is lost. Without `stream`, the promise resolves with the HTML as a
# string, whose `data` is undefined.
# Who meets it: anyone who points `baseURL` at a server that ignores `stream`, as sd-server of stable-diffusion.cpp
# does, or that is behind a sign-in page. Call `.asResponse()`, and look at the content type before reading.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund openai@7.59.0
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import OpenAI from 'openai';

let type = 'application/json';
let body = JSON.stringify({ created: 1, data: [{ b64_json: 'aGVsbG8=' }] });
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': type }).end(body);
}).listen(0, '127.0.0.1');
await once(server, 'listening');
const baseURL = `http://127.0.0.1:${server.address().port}/v1`;
const { images } = new OpenAI({ apiKey: 'none', baseURL, maxRetries: 0 });
const allOf = async (stream) => {
  const seen = [];
  for await (const event of stream) seen.push(event);
  return seen;
};
const asked = { model: 'any', prompt: 'a cat' };
const image = new File(['x'], 'x.png', { type: 'image/png' });

const whole = await images.generate(asked);
console.log(`JSON, without stream: ${whole.data.length} picture`);
assert.equal(whole.data.length, 1);

const generated = await allOf(await images.generate({ ...asked, stream: true }));
const edited = await allOf(await images.edit({ ...asked, image, stream: true }));
console.log(`JSON, with stream: ${generated.length} and ${edited.length} events, and no error`);
assert.deepEqual([generated, edited], [[], []]);

type = 'text/html';
body = '<html>Sign in</html>';
const page = await images.generate(asked);
console.log(`HTML, without stream: resolves with ${JSON.stringify(page)}`);
assert.equal(page, body);
server.close();
PROGRAM
node show.mjs
echo 'As described: an answer of another kind counts as success.'
