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
  const days = await wantedDays();
  await Promise.all([build(['pages', 'console']), days && makePast(days)]);
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

/**
 * Returns how many days of demo data this start begins with; undefined unless it begins an empty installation. Invalid
 * settings are the platform's to report.
 */
async function wantedDays() {
  if (process.argv.includes('--help')) return undefined;
  const { readConfig } = await load(builtFile(main, 'deploy/local/config.ts'));
  const { beginsWithPast } = await load(builtFile(main, 'deploy/local/past.ts'));
  try {
    const config = readConfig(process.env);
    return beginsWithPast(config) ? config.demoDays : undefined;
  } catch {
    return undefined;
  }
}
