// `npm start`.
import './require-node.mjs';
const { build } = await import('./build.mjs');
const { builtEntry, main, root } = await import('./server-projects.mjs');
const { enableCompileCache } = await import('node:module');
const path = await import('node:path');
const { pathToFileURL } = await import('node:url');

try {
  await build({ whole: false });
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
// Compiled code is kept for the next start, ours and the children's.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/easel/code');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
await import(pathToFileURL(path.join(root, builtEntry(main))).href);
