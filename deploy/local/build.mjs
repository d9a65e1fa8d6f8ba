import { spawn } from 'node:child_process';
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import { compressFiles } from './compress.mjs';
import { fingerprint, isFresh, writeStamp } from './build-stamp.mjs';
import { builtEntry, projects, root } from './server-projects.mjs';
import { transpileProjects } from './transpile.mjs';

const CACHE = 'node_modules/.cache/easel';
const shared = ['package.json', 'package-lock.json', 'tsconfig.base.json', 'tsconfig.json', 'nest-cli.json'];
const plugins = ['lean-icons', 'lean-routes', 'shaken-router'].map((name) => `deploy/local/${name}.mjs`);
const bundled = [...shared, 'contracts', ...plugins];
/** The newest day of the demo data must not look old. */
const PAST_KEPT_MS = 14 * 86_400_000;
const bin = (name) => join(root, 'node_modules', '.bin', name);

const targets = {
  servers: {
    sources: [...shared, ...projects.map(({ folder }) => folder)],
    outputs: projects.flatMap((project) => [project.outDir, builtEntry(project) ?? []].flat()),
    make: () => transpileProjects(projects),
  },
  pages: {
    sources: [...bundled, 'web'],
    outputs: ['web/dist/index.html', 'web/dist/sw.js', 'web/dist-server/entry-server.js'],
    make: bundlePages,
  },
  console: {
    sources: [...bundled, 'admin'],
    outputs: ['admin/dist/index.html'],
    make: () => bundle('admin'),
  },
};

/**
 * Makes the files of both clients as small as possible, which takes a minute: part of `npm run build`, not of a start.
 */
const compression = {
  sources: [...bundled, 'web', 'admin'],
  outputs: ['web/dist/index.html.br', 'admin/dist/index.html.br'],
  make: () => Promise.all(['web/dist', 'admin/dist'].map((folder) => compressFiles(join(root, folder), 'best'))),
};

/** Depends on what fills the demo data alone: older data is the product's to read. */
const pastOf = (days) => ({
  sources: ['deploy/simulate/past', ...['world', 'console', 'challenges'].map((of) => `deploy/local/demo-${of}.ts`)],
  outputs: [`${CACHE}/past-${days}/past.json`],
  make: () => {
    const program = join(root, 'deploy/dist/simulate/past/main.js');
    return run(process.execPath, [program, '--into', join(root, CACHE, `past-${days}`), '--days', String(days)]);
  },
});

/** Builds those of these targets (all by default) whose sources have changed since they were built. */
export async function build(names = Object.keys(targets)) {
  const begun = performance.now();
  const stale = names.filter((name) => !isFresh(root, target(name)));
  if (stale.length === 0) return;
  console.log(`Building ${stale.join(', ')}`);
  const results = await Promise.allSettled(stale.map((name) => make(target(name))));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
  console.log(`Built ${stale.join(', ')} in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

/** Compresses both clients as well as possible, if that has not been done since they were bundled. */
export async function compress() {
  if (isFresh(root, stamped('compression', compression))) return;
  console.log('Compressing the pages and the console');
  await make(stamped('compression', compression));
}

/** Makes the demo data from which every first start in this clone begins. Without it a start seeds a small data set. */
export async function makePast(days) {
  const target = stamped(`past-${days}`, pastOf(days));
  if (isFresh(root, target) && Date.now() - statSync(join(root, target.outputs[0])).mtimeMs < PAST_KEPT_MS) return;
  console.log(`Preparing ${days} days of demo data (once in this clone)`);
  const begun = performance.now();
  try {
    await make(target);
    console.log(`Prepared the demo data in ${((performance.now() - begun) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(`The demo data could not be made: ${error.message}`);
  }
}

const stamped = (name, target) => ({ ...target, stamp: `${CACHE}/${name}-stamp` });
const target = (name) => stamped(name, targets[name]);

async function make({ make: makeIt, sources, stamp }) {
  const print = fingerprint(root, sources);
  await makeIt();
  writeStamp(root, { stamp }, print);
}

/**
 * Bundles the member app for browsers, the program that renders its pages on a server with the document that it renders
 * into, and the service worker, which lists the bundled files and so comes last.
 */
async function bundlePages() {
  const cwd = join(root, 'web');
  const vite = (...more) => run(bin('vite'), ['build', '--logLevel', 'warn', ...more], cwd);
  await Promise.all([vite(), vite('--ssr')]);
  renameSync(join(cwd, 'dist', 'rendered.html'), join(cwd, 'dist-server', 'rendered.html'));
  await minifyScript(join(cwd, 'dist', 'before-paint.js'));
  await vite('--config', 'worker.config.ts');
  await compressFast(cwd);
}

/** Minifies a script that the bundler copies as it is. */
async function minifyScript(path) {
  const { code, errors } = await (await import('vite')).minify(path, readFileSync(path, 'utf8'));
  if (errors.length > 0) throw new Error(`${path} cannot be minified: ${errors[0].message}`);
  writeFileSync(path, code);
}

async function bundle(workspace) {
  const cwd = join(root, workspace);
  await run(bin('vite'), ['build', '--logLevel', 'warn'], cwd);
  await compressFast(cwd);
}

async function compressFast(cwd) {
  rmSync(join(root, stamped('compression', compression).stamp), { force: true });
  await compressFiles(join(cwd, 'dist'), 'fast');
}

/** Ends with this process: an interrupted start leaves no child behind. */
async function run(program, args, cwd = root) {
  // A test runner that builds has another NODE_ENV, which would bundle the development builds of React.
  const env = { ...process.env, NODE_ENV: 'production' };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const kill = () => void child.kill();
  process.once('exit', kill);
  const [code, signal] = await new Promise((done, fail) => {
    child.once('error', fail);
    child.once('exit', (...ending) => done(ending));
  });
  process.off('exit', kill);
  if (code !== 0) throw new Error(`${[program, ...args].join(' ')} failed (${signal ?? code})`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const options = { compress: { type: 'boolean' }, past: { type: 'string' } };
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  try {
    await build(positionals.length > 0 ? positionals : undefined);
    await Promise.all([values.compress && compress(), values.past && makePast(Number(values.past))]);
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
