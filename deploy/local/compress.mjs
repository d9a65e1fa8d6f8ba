import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const COMPRESSIBLE = new Set(['.js', '.css', '.html', '.svg', '.json']);
/** A smaller one costs more in names than it saves. */
const MIN_BYTES = 512;

const brotli = (quality) => (bytes) =>
  promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });

const EFFORTS = {
  /** Takes under a second for both clients. */
  fast: { br: brotli(5), gz: (bytes) => promisify(gzip)(bytes) },
  /** Takes a minute for both clients; zopfli's gzip is a twenty-fifth smaller than zlib's best. */
  best: {
    br: brotli(constants.BROTLI_MAX_QUALITY),
    gz: async (bytes) => (await import('@gfx/zopfli')).default.gzipAsync(bytes, {}),
  },
};

/** Writes a `.br` and a `.gz` beside every text of a bundle: once here instead of for each reader. */
export async function compressFiles(folder, effort) {
  const { br, gz } = EFFORTS[effort];
  const names = await readdir(folder, { recursive: true });
  for (const name of names.filter((one) => COMPRESSIBLE.has(extname(one)))) {
    const path = join(folder, name);
    const bytes = await readFile(path);
    if (bytes.length < MIN_BYTES) continue;
    const [brotlied, gzipped] = await Promise.all([br(bytes), gz(bytes)]);
    await Promise.all([writeWhole(`${path}.br`, brotlied), writeWhole(`${path}.gz`, gzipped)]);
  }
}

/** Puts a file in its place once all of it is written: what a killed build has begun would be served as a script. */
async function writeWhole(path, bytes) {
  const begun = `${path}.${process.pid}.tmp`;
  await writeFile(begun, bytes);
  await rename(begun, path);
}
