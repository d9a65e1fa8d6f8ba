import { join, relative } from 'node:path';
import { watch } from 'chokidar';
import { readConfig } from '../config.ts';
import { freePort } from '../free-port.ts';
import { projects, root } from '../server-projects.mjs';
import { affected, DEV, PLATFORM } from './affected.ts';
import { Backend } from './backend.ts';
import { compile, projectOf } from './compile.ts';
import { startFront } from './front.ts';
import { Imports } from './imports.ts';
import { watchTypes } from './type-check.ts';
import { APP, DEV_ADDRESS } from './words.ts';

/** An editor writes several files at once, and some in two steps. */
const GATHER_MS = 40;

const tell = (line: string): void => void process.stdout.write(`${line}\n`);

const appPort = await freePort();
const front = await startFront({ port: readConfig(process.env).port, appPort });
const backend = new Backend({
  env: {
    ...process.env,
    PORT: String(appPort),
    PUBLIC_URL: process.env.PUBLIC_URL ?? front.address,
    [DEV_ADDRESS]: front.address,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/easel/code'),
  },
  onServing: () => front.open(),
  onEnd: (code) => void stop(code),
});
backend.start();

const imports = new Imports();
const types = watchTypes(tell);
const watcher = watch([...new Set(projects.map(({ sourceRoot }) => join(root, sourceRoot)))], { ignoreInitial: true });
const changed = new Set<string>();
let gathering: NodeJS.Timeout | undefined;
watcher.on('all', (_, path) => {
  const file = relative(root, path);
  if (projectOf(file) === undefined) return;
  changed.add(file);
  clearTimeout(gathering);
  gathering = setTimeout(() => void follow([...changed]), GATHER_MS);
});

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => void stop(0));

/** Brings what has changed into the programs that run it. */
async function follow(files: readonly string[]): Promise<void> {
  const hindrances = files.flatMap((file) => {
    const project = projectOf(file);
    imports.forget(file);
    return (project && compile(project, file)) ?? [];
  });
  if (hindrances.length > 0) return tell(hindrances.join('\n'));
  changed.clear();
  const parts = affected(files, imports);
  const what = files.length === 1 ? files[0] : `${files.length} files`;
  if (parts.has(DEV)) tell(`${what}: start npm run dev again, for this is a part of it`);
  parts.delete(DEV);
  if (parts.size === 0) return;
  tell(`${what}: restarting ${[...parts].join(', ')}`);
  if (parts.has(APP) || parts.has(PLATFORM)) front.hold();
  if (parts.has(PLATFORM)) await backend.restart();
  else backend.restartParts([...parts]);
}

let stopping = false;
async function stop(code: number): Promise<void> {
  if (stopping) return;
  stopping = true;
  await Promise.all([types.stop(), watcher.close(), backend.stop(), front.close()]);
  process.exit(code);
}
