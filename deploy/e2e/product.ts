import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { keepDataDir } from './data-dirs.ts';
import { firstAdmin } from './operators.ts';

const READY_WITHIN_MS = 120_000;
const STOPS_WITHIN_MS = 40_000;
const LOOK_EVERY_MS = 250;
/** How much of its output is kept for when it fails. */
const KEPT_LINES = 60;

export interface Product {
  /** Without a slash at the end. */
  address: string;
  stop(): Promise<void>;
}

/** The real product on a free port, empty, in a folder of its own; ready when this settles. */
export async function startProduct(): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'easel-e2e-'));
  const port = await freePort();
  const child = spawn(process.execPath, [fileURLToPath(new URL('../local/main.js', import.meta.url))], {
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      SEED_DEMO: '0',
      RATE_LIMIT_SCALE: '20',
      ADMIN_EMAIL: firstAdmin.email,
      ADMIN_PASSWORD: firstAdmin.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = keepOutput(child);
  const exited = once(child, 'exit');

  const stop = async () => {
    child.kill('SIGTERM');
    const stopped = await Promise.race([exited.then(() => true), sleep(STOPS_WITHIN_MS, false, { ref: false })]);
    if (!stopped) child.kill('SIGKILL');
    await exited;
    await rm(dataDir, { recursive: true, force: true });
    if (!stopped) throw new Error(`The product did not stop within ${STOPS_WITHIN_MS / 1000} s`);
  };

  const address = `http://127.0.0.1:${port}`;
  keepDataDir(address, dataDir);
  try {
    await Promise.race([untilReady(address), failWhen(exited, 'The product ended before it was ready')]);
  } catch (error) {
    process.stderr.write(`${output().join('\n')}\n`);
    await stop();
    throw error;
  }
  return { address, stop };
}

async function untilReady(address: string): Promise<void> {
  const deadline = Date.now() + READY_WITHIN_MS;
  while (Date.now() < deadline) {
    const ready = await fetch(`${address}/health/ready`).then(
      (reply) => reply.status === 200,
      () => false,
    );
    if (ready) return;
    await sleep(LOOK_EVERY_MS);
  }
  throw new Error(`The product was not ready within ${READY_WITHIN_MS / 1000} s`);
}

const failWhen = async (event: Promise<unknown>, message: string): Promise<never> => {
  await event;
  throw new Error(message);
};

function keepOutput(child: ChildProcess): () => readonly string[] {
  let lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      lines = [...lines, ...text.trimEnd().split('\n')].slice(-KEPT_LINES);
    });
  }
  return () => lines;
}

/** Free a moment ago; nothing else on this machine is expected to take it meanwhile. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
