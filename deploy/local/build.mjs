import { spawn } from 'node:child_process';
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compressFiles } from './compress.mjs';
import { fingerprint, isFresh, writeStamp } from './build-stamp.mjs';
import { builtEntry, followedMark, projects, root } from './server-projects.mjs';

const shared = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json', 'nest-cli.json'];
const bundled = [...shared, 'contracts', 'deploy/local/shaken-router.mjs'];
const past = 'node_modules/.cache/easel/past';
/** Its newest day is not to be long ago. */
const PAST_KEPT_MS = 14 * 86_400_000;
const bin = (name) => join(root, 'node_modules', '.bin', name);

const serversTarget = {
  sources: [...shared, ...projects.map(({ folder }) => folder)],
  outputs: projects.flatMap((project) => [project.outDir, builtEntry(project) ?? []].flat()),
  stamp: 'node_modules/.cache/easel/servers',
};
const pagesTarget = {
  sources: [...bundled, 'web'],
  outputs: ['web/dist/index.html', 'web/dist/sw.js', 'web/dist-server/entry-server.js'],
  stamp: 'node_modules/.cache/easel/pages',
};
const consoleTarget = {
  sources: [...bundled, 'admin'],
  outputs: ['admin/dist/index.html'],
  stamp: 'node_modules/.cache/easel/console',
};

/** Older data is the product's to read: only what is told in it makes another one. */
const pastTarget = {
  sources: ['deploy/simulate/past', 'deploy/local/demo-world.ts', 'deploy/local/demo-console.ts'],
  outputs: [`${past}/past.json`],
  stamp: 'node_modules/.cache/easel/past-stamp',
};

const targets = [
  {
    name: 'servers',
    ...serversTarget,
    isFollowed: () => projects.some((project) => existsSync(followedMark(project))),
    make: compileServers,
  },
  { name: 'pages', ...pagesTarget, make: bundlePages },
  { name: 'console', ...consoleTarget, make: () => bundle('admin') },
];

/**
 * Builds what is stale of these targets, of all where none are named. The start compiles the servers and bundles the pages
 * and the console; a whole build also checks the types of the browsers' sources, which their bundler takes on trust.
 */
export async function build({ whole, only = targets.map(({ name }) => name) }) {
  const begun = performance.now();
  const stale = targets
    .filter((target) => only.includes(target.name) && (whole || target.isFollowed?.() || !isFresh(root, target)))
    .map((target) => ({ ...target, print: fingerprint(root, target.sources) }));
  if (stale.length === 0) return;
  console.log(`Building ${stale.map(({ name }) => name).join(', ')}`);
  const results = await Promise.allSettled(
    stale.map(async (target) => {
      await target.make({ whole });
      writeStamp(root, target, target.print);
    }),
  );
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  console.log(`Built in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

async function compileServers({ whole }) {
  const followed = projects.filter((project) => existsSync(followedMark(project)));
  for (const { outDir } of followed) rmSync(join(root, outDir, '.tsbuildinfo'), { force: true });
  await run(bin('tsc'), ['-b', ...(whole ? [] : projects.map(({ tsConfigPath }) => tsConfigPath))]);
  for (const project of followed) rmSync(followedMark(project));
}

/**
 * The member app for browsers, what renders its pages on a server, with the document that it renders them into, and the
 * service worker, which comes after what it keeps.
 */
async function bundlePages() {
  const cwd = join(root, 'web');
  const vite = (...more) => run(bin('vite'), ['build', '--logLevel', 'warn', ...more], cwd);
  await Promise.all([vite(), vite('--ssr')]);
  renameSync(join(cwd, 'dist', 'rendered.html'), join(cwd, 'dist-server', 'rendered.html'));
  await vite('--config', 'worker.config.ts');
  await compressFiles(join(cwd, 'dist'));
}

/** For the browser, with a packed copy beside each text. */
async function bundle(workspace) {
  const cwd = join(root, workspace);
  await run(bin('vite'), ['build', '--logLevel', 'warn'], cwd);
  await compressFiles(join(cwd, 'dist'));
}

/** Ninety days of the demo world, lived once for all first starts on this machine. Without them those fill their world by themselves. */
async function livePast() {
  if (isFresh(root, pastTarget) && ageOf(pastTarget.outputs[0]) < PAST_KEPT_MS) return;
  console.log('Living ninety days of the demo world');
  const begun = performance.now();
  const print = fingerprint(root, pastTarget.sources);
  try {
    await run(process.execPath, [join(root, 'deploy/dist/simulate/past/main.js'), '--into', join(root, past)]);
    writeStamp(root, pastTarget, print);
    console.log(`Lived in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(`The demo world has no past: ${error.message}`);
  }
}

const ageOf = (path) => Date.now() - statSync(join(root, path)).mtimeMs;

async function run(program, args, cwd = root) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code, signal] = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (...ending) => done(ending));
  });
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed (${signal ?? code})`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const isWanted = process.argv.includes('--past');
  await build({ whole: true })
    .then(() => (isWanted ? livePast() : undefined))
    .catch((error) => {
      console.error(error.message);
      process.exitCode = 1;
    });
}
