import { logContents } from '@easel/contracts/log';
import { LEASE_MS, RENDER_TIMEOUT_MS } from '@easel/contracts/generation/policy';
import { describeConfig, loadConfig } from '@easel/kernel/server/config';
import { migrate } from '@easel/kernel/database/database';
import { beat } from '@easel/kernel/database/heartbeats';
import { DerivedMaker } from '@easel/kernel/files/derived-maker';
import { derivedFormats } from '@easel/kernel/files/derived-rows';
import { foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { collectWhenIdle } from '@easel/kernel/server/idle-collection';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { z } from 'zod';
import { configuredProviders, type ProviderFactories } from './providers/remote-providers.ts';
import { openGenerations } from './render/open-generations.ts';
import { ProcessMaker } from './render/process-maker.ts';
import { RenderWorker } from './render/render-worker.ts';
import { referenceTables } from './sweep/blob-references.ts';
import { sweepFromTimeToTime } from './sweep/blob-sweep.ts';

/** A picture that is not taken in by then is not one to be kept. */
const INTAKE_TIMEOUT_MS = 20_000;

const config = foundationConfig.extend({
  WORKER_SLOTS: z.coerce.number().int().min(1).max(64).default(2).describe('renders at the same time'),
  PROVIDERS: z.string().min(1).optional().describe('JSON file of the image providers; unset: the built-in one alone'),
  PROVIDER_SLOTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .describe('calls of image providers that wait for an answer at the same time'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://example.org' })
    .optional()
    .describe('of the site, where image providers report that a picture is made; unset: they are polled alone'),
  FORMAT_SLOTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe('files of other formats and sizes made at the same time, each up to 1 GB'),
  UPLOAD_SLOTS: z.coerce
    .number()
    .int()
    .min(1)
    .max(16)
    .default(2)
    .describe('uploaded pictures taken in at the same time, each up to 400 MB'),
  LEASE_MS: z.coerce
    .number()
    .int()
    .min(500)
    .default(LEASE_MS)
    .describe('how long a worker owns a render without a word'),
  RENDER_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .min(500)
    .default(RENDER_TIMEOUT_MS)
    .describe('one render may take no longer'),
  RENDER_IDLE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(45_000)
    .describe('how long the process that makes images may have nothing to do before it is ended'),
  SWEEP_GRACE_MS: z.coerce.number().int().min(0).default(3_600_000).describe('age from which an unused file may go'),
  SWEEP_EVERY_MS: z.coerce.number().int().min(100).default(3_600_000).describe('how often unused files are looked for'),
});

if (process.argv.includes('--help')) {
  process.stdout.write(`Render workers as a process of their own.\n\n${describeConfig(config)}\n`);
} else {
  await run();
}

async function run(): Promise<void> {
  const settings = loadConfig(config);
  const providers = configuredProviders(settings.PROVIDERS, await factoriesFor(settings), process.env);
  const foundation = await openFoundation('imaging', settings, logContents);
  const { log, pool, backgroundPool, logger, blobs } = foundation;
  await migrate(pool, { imaging: referenceTables });
  const lifecycle = new Lifecycle({ logger });
  lifecycle.onShutdown('foundation', () => foundation.close());

  const { draining: signal } = lifecycle;
  const sweeping = sweepFromTimeToTime(
    { blobs, pool: backgroundPool, log, logger, graceMs: settings.SWEEP_GRACE_MS },
    settings.SWEEP_EVERY_MS,
    signal,
  );
  lifecycle.onShutdown('sweep', () => sweeping);

  const maker = new ProcessMaker({
    blobDir: settings.BLOB_DIR,
    masterKey: settings.MASTER_KEY,
    idleMs: settings.RENDER_IDLE_MS,
  });
  lifecycle.onShutdown('render process', () => maker.close());
  const worker = new RenderWorker({
    ...foundation,
    open: () => openGenerations(backgroundPool),
    maker,
    slots: settings.WORKER_SLOTS,
    remote: { providers, slots: settings.PROVIDER_SLOTS, settings: { ...foundation, pixels: maker } },
    leaseMs: settings.LEASE_MS,
    renderTimeoutMs: settings.RENDER_TIMEOUT_MS,
  });
  lifecycle.onShutdown('renders', () => worker.stop());
  await worker.start();

  const formats = new DerivedMaker({
    ...foundation,
    make: (request, ending) => maker.format(request, ending),
    formats: derivedFormats.images,
    slots: settings.FORMAT_SLOTS,
    leaseMs: settings.LEASE_MS,
  });
  lifecycle.onShutdown('formats', () => formats.stop());
  await formats.start();

  // A process of its own: what a file from outside may do to it, no render suffers from.
  const outside = new ProcessMaker({
    blobDir: settings.BLOB_DIR,
    masterKey: settings.MASTER_KEY,
    idleMs: settings.RENDER_IDLE_MS,
  });
  lifecycle.onShutdown('intake process', () => outside.close());
  const intake = new DerivedMaker({
    ...foundation,
    make: (request, ending) => outside.format(request, ending),
    formats: derivedFormats.intake,
    slots: settings.UPLOAD_SLOTS,
    leaseMs: settings.LEASE_MS,
    timeoutMs: INTAKE_TIMEOUT_MS,
  });
  lifecycle.onShutdown('intake', () => intake.stop());
  await intake.start();
  void beat(backgroundPool, 'imaging', { logger, signal });
  lifecycle.listenToSignals();
  collectWhenIdle();
  process.stdout.write(`${JSON.stringify({ ready: true })}\n`);
}

/** Loads what speaks to providers where there are any. */
async function factoriesFor({ PROVIDERS, PUBLIC_URL }: z.output<typeof config>): Promise<ProviderFactories> {
  if (PROVIDERS === undefined) return {};
  const { remoteFactories } = await import('./providers/remote-factories.ts');
  return remoteFactories(PUBLIC_URL);
}
