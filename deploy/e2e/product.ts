import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { readEndpoints } from '../local/endpoints.ts';
import { firstAdmin } from './first-admin.ts';

/** It fails at once where it ends; this is for one that hangs, on however crowded a machine. */
const READY_WITHIN_MS = 300_000;
const STOPS_WITHIN_MS = 40_000;
const LOOK_EVERY_MS = 250;
/** How much of its output is kept for when it fails. */
const KEPT_LINES = 60;

const program = fileURLToPath(new URL('../dist/local/main.js', import.meta.url));

/** Which providers make its pictures: none, so that the built-in renderer draws, or the stand-in. */
export type Providers = 'none' | 'stand-in';

export interface Product {
  /** Without a slash at the end. */
  address: string;
  /** Where it keeps its data, for the secret of its mailbox and for tools that are given that. */
  dataDir: string | undefined;
  stop(): Promise<void>;
}

/**
 * The product at E2E_URL, with nothing in it that matters; else one of its own for whoever asks, and also where it
 * needs providers.
 */
export async function aProduct(providers: Providers): Promise<Product> {
  const running = process.env.E2E_URL?.replace(/\/$/, '');
  if (running === undefined || providers !== 'none') return startProduct(providers);
  return { address: running, dataDir: process.env.DATA_DIR, stop: () => Promise.resolve() };
}

/** The real product on a free port, empty, in a folder of its own; ready when this settles. */
async function startProduct(providers: Providers): Promise<Product> {
  const dataDir = await mkdtemp(join(tmpdir(), 'easel-e2e-'));
  const child = spawn(process.execPath, [program], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: dataDir,
      SEED_DEMO: '0',
      RATE_LIMIT_SCALE: '20',
      PRINT_AFTER_MS: '0',
      PRODIGI_STANDIN_STEP_MS: '500',
      PROVIDERS: providers === 'none' ? '' : providers,
      PROVIDERS_STANDIN_DELAY_MS: '0',
      PROVIDERS_STANDIN_DRAW_PX: '256',
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

  try {
    const ready = readyAddress(dataDir);
    return { address: await Promise.race([ready, failWhen(exited, 'The product ended too early')]), dataDir, stop };
  } catch (error) {
    process.stderr.write(`${output().join('\n')}\n`);
    // The first error is the cause.
    await stop().catch(() => undefined);
    throw error;
  }
}

async function readyAddress(dataDir: string): Promise<string> {
  const ready = async () => {
    const { address } = readEndpoints(dataDir);
    const reply = await fetch(`${address}/health/ready`);
    expect(reply.status).toBe(200);
  };
  await expect(ready).toPass({ timeout: READY_WITHIN_MS, intervals: [LOOK_EVERY_MS] });
  return readEndpoints(dataDir).address;
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
