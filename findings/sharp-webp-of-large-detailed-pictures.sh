#!/usr/bin/env bash
# sharp 0.35.5 (libwebp 1.6.0) cannot write a large, detailed picture as lossy WebP with effort 0 or 1.
#
# Expected: WebP holds any picture of up to 16,383 pixels a side, and a lower effort only makes a larger file.
# Seen: noise of 6,144 pixels a side rejects with "webpsave: unable to encode" at effort 0 and at effort 1. At effort 2
# the same picture is written, and so is a plain one of that size at effort 0. WebP keeps the prediction modes of all
# blocks in one partition of at most 512 KiB; the low efforts choose costly modes without looking at that bound.
# Who meets it: whoever lowers the effort for speed and offers WebP of photographs or grainy art in print sizes. The
# error names no reason, and repeating it does not help. Use effort 2 or more, or write these pictures lossless.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund sharp@0.35.5
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import sharp from 'sharp';

console.log(`libwebp ${sharp.versions.webp}`);
const side = { width: 6144, height: 6144, channels: 3 };
const noise = await sharp({ create: { ...side, background: 'gray', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
  .raw()
  .toBuffer();
const written = (effort) => sharp(noise, { raw: side }).webp({ quality: 90, effort }).toBuffer();

for (const effort of [0, 1]) {
  await assert.rejects(written(effort), (error) => {
    console.log(`noise, effort ${effort}: ${error.message}`);
    return error.message.includes('unable to encode');
  });
}
console.log(`noise, effort 2: ${(await written(2)).length} bytes`);
const plain = await sharp({ create: { ...side, background: 'gray' } }).webp({ quality: 90, effort: 0 }).toBuffer();
console.log(`plain, effort 0: ${plain.length} bytes`);
PROGRAM
node show.mjs
echo 'As described: effort 0 and 1 fail on a large detailed picture, effort 2 writes it.'
