#!/usr/bin/env bash
# harfbuzzjs 1.6.4 opens a WOFF or WOFF2 file without an error and sets every text in it as missing glyphs.
#
# Expected: new Face(blob) throws for bytes that it cannot read as a font, as font parsers do.
# Seen: the face has 1,000 units per em, no characters and no tables. Shaping gives glyph 0 with an advance of 500 for
# each character, and glyphToPath gives an empty path: the text is invisible, and only its width is there. The same
# happens with bytes that are no font at all. With the TTF of the same typeface the text has its glyphs.
# Who meets it: whoever takes fonts from @fontsource packages, which have WOFF and WOFF2 files only. Check that
# face.collectUnicodes() is not empty, and use TTF or OTF files (for example from @expo-google-fonts packages).
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
echo '{ "type": "module", "private": true }' > package.json
npm install --silent --no-audit --no-fund --ignore-scripts \
  harfbuzzjs@1.6.4 @fontsource/anton@5.3.0 @expo-google-fonts/anton@0.4.2
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Blob, Buffer, Face, Font, shape, versionString } from 'harfbuzzjs';

console.log(`HarfBuzz ${versionString()}`);
const set = (name, bytes) => {
  const face = new Face(new Blob(bytes));
  const font = new Font(face);
  const buffer = new Buffer();
  buffer.addText('Hi');
  buffer.guessSegmentProperties();
  shape(font, buffer);
  const glyphs = buffer.getGlyphInfos().map(({ codepoint }) => codepoint);
  const paths = glyphs.map((glyph) => font.glyphToPath(glyph).length);
  const advances = buffer.getGlyphPositions().map(({ xAdvance }) => xAdvance);
  const characters = face.collectUnicodes().length;
  console.log(`${name}: ${characters} characters, glyphs ${glyphs}, advances ${advances}, path lengths ${paths}`);
  return { glyphs, advances, paths, characters };
};
const file = (path) => readFileSync(new URL(`node_modules/${path}`, import.meta.url));

const nothing = { glyphs: [0, 0], advances: [500, 500], paths: [0, 0], characters: 0 };
assert.deepEqual(set('WOFF', file('@fontsource/anton/files/anton-latin-400-normal.woff')), nothing);
assert.deepEqual(set('WOFF2', file('@fontsource/anton/files/anton-latin-400-normal.woff2')), nothing);
assert.deepEqual(set('text', new TextEncoder().encode('This is no font.')), nothing);
const read = set('TTF', file('@expo-google-fonts/anton/400Regular/Anton_400Regular.ttf'));
assert(read.glyphs.every((glyph) => glyph > 0) && read.paths.every((length) => length > 0) && read.characters > 900);
PROGRAM
node show.mjs
echo 'As described: a WOFF file opens, and every character becomes an empty missing glyph.'
