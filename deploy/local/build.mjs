import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from './compress.mjs';
import { fingerprint, isFresh, writeStamp } from './build-stamp.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const shared = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json'];
const servers = ['contracts', 'services/kernel', 'services/api', 'services/imaging', 'projections', 'deploy'];
const bin = (name) => join(root, 'node_modules', '.bin', name);

const serversTarget = {
  sources: [...shared, ...servers],
  outputs: [...servers.map((folder) => `${folder}/dist`), 'deploy/dist/local/main.js'],
  stamp: 'node_modules/.cache/easel/servers',
};
const pagesTarget = {
  sources: [...shared, 'contracts', 'web'],
  outputs: ['web/dist/index.html'],
  stamp: 'node_modules/.cache/easel/pages',
};

/**
 * Builds what is stale. The start compiles the servers and bundles the pages; a whole build also checks the types of
 * the pages' sources, which their bundler takes on trust.
 */
export async function build({ whole }) {
  const pages = existsSync(join(root, 'web/index.html'));
  const begun = performance.now();
  const serversPrint = fingerprint(root, serversTarget.sources);
  const pagesPrint = fingerprint(root, pagesTarget.sources);
  const staleServers = whole || !isFresh(root, serversTarget);
  const stalePages = pages && (whole || !isFresh(root, pagesTarget));
  if (!staleServers && !stalePages) return;
  console.log(`Building ${[staleServers && 'servers', stalePages && 'pages'].filter(Boolean).join(' and ')}`);
  const results = await Promise.allSettled([
    staleServers &&
      run(bin('tsc'), ['-b', ...(whole ? [] : ['deploy'])]).then(() => writeStamp(root, serversTarget, serversPrint)),
    stalePages && bundlePages().then(() => writeStamp(root, pagesTarget, pagesPrint)),
  ]);
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  console.log(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** For the browser, and once more as a module that the server renders the public pages with. */
async function bundlePages() {
  const cwd = join(root, 'web');
  await run(bin('vite'), ['build', '--logLevel', 'warn'], cwd);
  await compressFiles(join(cwd, 'dist'));
  const entry = 'src/app/entry-server.tsx';
  if (existsSync(join(cwd, entry))) {
    await run(bin('vite'), ['build', '--logLevel', 'warn', '--ssr', entry, '--outDir', 'dist/server'], cwd);
  }
}

async function run(program, args, cwd = root) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (...ending) => done(ending));
  });
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed (${signal ?? code})`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build({ whole: true }).catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
}
