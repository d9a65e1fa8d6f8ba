#!/usr/bin/env bash
# pdfkit 0.20.2 with a WOFF2 font writes pages without visible text, and throws only if a glyph is built of others.
#
# Expected: `font(path)` opens WOFF2, which the fontkit below it reads, and embeds it; or it says that the format is not
# supported.
# Seen: the text is measured correctly and the document ends without an error, but no glyph has an outline: the page is
# white, though its text can be copied. With an `i`, which this face builds from two glyphs, it throws `RangeError:
# Offset is outside the bounds of the DataView`. The same face as WOFF is visible, and throws nothing.
# Who meets it: whoever sets invoices or statements in the font files of a web page. A test that reads the text back
# passes, and the customer gets a white page. Use WOFF or TTF files, and look at a rendered page.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > package.log
npm install --silent --no-audit --no-fund pdfkit@0.20.2 @fontsource/inter@5.3.0 mupdf@1.28.1
cat > show.mjs <<'PROGRAM'
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { buffer } from 'node:stream/consumers';
import * as mupdf from 'mupdf';
import PDFDocument from 'pdfkit';

const { resolve } = createRequire(import.meta.url);

/** Sets a text, renders the page, and counts the pixels that are not white. */
async function set(format, text) {
  const document = new PDFDocument({ size: [300, 80], margin: 10 });
  try {
    document.font(resolve(`@fontsource/inter/files/inter-latin-400-normal.${format}`)).fontSize(30);
    const width = Math.round(document.widthOfString(text));
    document.text(text).end();
    const page = mupdf.Document.openDocument(await buffer(document), 'application/pdf').loadPage(0);
    const pixels = page.toPixmap(mupdf.Matrix.identity, mupdf.ColorSpace.DeviceGray, false).getPixels();
    const read = page.toStructuredText().asText().trim();
    return { width, read, dark: pixels.filter((value) => value < 255).length };
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
}

const [woff, woff2] = [await set('woff', 'Statement'), await set('woff2', 'Statement')];
console.log('WOFF: ', woff);
console.log('WOFF2:', woff2);
assert.ok(woff.dark > 500);
assert.deepEqual(woff2, { ...woff, dark: 0 });

const [letter, letter2] = [await set('woff', 'i'), await set('woff2', 'i')];
console.log('WOFF, an i: ', letter);
console.log('WOFF2, an i:', letter2);
assert.ok(letter.dark > 10);
assert.equal(letter2, 'RangeError: Offset is outside the bounds of the DataView');
PROGRAM
node show.mjs
echo 'As described: text in a WOFF2 font is not visible, or throws.'
