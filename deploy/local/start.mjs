// `npm start`: builds what is stale, prepares the demo data once, and starts the platform.
import './require-node.mjs';
const { build, makePast } = await import('./build.mjs');
const { builtEntry, builtFile, main, root } = await import('./server-projects.mjs');
const { enableCompileCache } = await import('node:module');
const path = await import('node:path');
const { pathToFileURL } = await import('node:url');

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, stopBuilding);

// Keeps compiled code for the next start, this process's and its children's.
process.env.NODE_COMPILE_CACHE ??= path.join(root, 'node_modules/.cache/easel/code');
enableCompileCache(process.env.NODE_COMPILE_CACHE);
const load = (file) => import(pathToFileURL(path.join(root, file)).href);

try {
  await build(['servers']);
  await Promise.all([build(['pages', 'console']), (await wantsPast()) && makePast()]);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, stopBuilding);
await load(builtEntry(main));

/** Ends the children that build, which listen to the exit of this process. */
function stopBuilding() {
  process.exit(130);
}

/** Answers whether this start begins an empty installation with the demo data. Invalid settings are the platform's to report. */
async function wantsPast() {
  if (process.argv.includes('--help')) return false;
  const { readConfig } = await load(builtFile(main, 'deploy/local/config.ts'));
  const { beginsWithPast } = await load(builtFile(main, 'deploy/local/past.ts'));
  try {
    return beginsWithPast(readConfig(process.env));
  } catch {
    return false;
  }
}
