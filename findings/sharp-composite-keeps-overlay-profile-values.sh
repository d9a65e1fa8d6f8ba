#!/usr/bin/env bash
# sharp 0.35.5 converts a picture with a colour profile to sRGB, but not a picture that is laid over another one.
#
# Expected: the default is "to convert to the device-independent sRGB colour space" (documentation of keepMetadata), and
# that of `composite` names no exception; asked about overlays, the maintainer wrote that sharp converts them (issue
# 993). A Display P3 photo has the same colours as the input, joined to another picture, or laid over one.
# Seen: as the input, the photo's colour is rgb(215, 93, 32), and with `join` as well. With `composite`, the numbers of
# the P3 file are copied as if they were sRGB, rgb(200, 100, 50): duller, and no profile in the result says otherwise.
# Who meets it: anyone who makes collages, mock-ups or contact sheets of photos from telephones (most of these are
# Display P3), or lays a logo with a profile over a picture. Convert each overlay first: `sharp(file).png().toBuffer()`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > package.log
npm install --silent --no-audit --no-fund sharp@0.35.5
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import sharp from 'sharp';

const plain = (background) => sharp({ create: { width: 8, height: 8, channels: 3, background } });
const shown = async (name, image) => {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const colour = [...data.subarray(0, info.channels)];
  console.log(`${name}: rgb(${colour.join(', ')})`);
  return colour;
};
const near = (one, other) => one.every((value, index) => Math.abs(value - other[index]) <= 2);

const orange = [215, 93, 32];
const photo = await plain({ r: 215, g: 93, b: 32 }).withIccProfile('p3').png().toBuffer();
assert.equal((await sharp(photo).metadata()).hasProfile, true);

const laidOver = async (input) => sharp(await plain('black').composite([{ input }]).png().toBuffer());
const asInput = await shown('the P3 photo as input', sharp(photo));
const joined = await shown('the P3 photo joined', sharp([photo, photo], { join: { across: 2 } }));
const overlay = await shown('the P3 photo laid over', await laidOver(photo));
const converted = await shown('converted, then laid over', await laidOver(await sharp(photo).png().toBuffer()));

assert.ok(near(asInput, orange));
assert.ok(near(joined, orange));
assert.ok(near(overlay, [200, 100, 50]));
assert.ok(near(converted, orange));
const result = await (await laidOver(photo)).metadata();
assert.equal(result.icc, undefined);
PROGRAM
node show.mjs
echo 'As described: the colours of an overlay are not converted.'
