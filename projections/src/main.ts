import { parseArgs } from 'node:util';
import { logContents } from '@easel/contracts/log';
import { describeConfig, loadConfig } from '@easel/kernel/server/config';
import { type Foundation, foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import { serverConfig } from '@easel/kernel/server/server-config';
import { Module } from '@nestjs/common';
import { z } from 'zod';
import { rebuildByHand, unparkByHand } from './operations/maintenance.ts';
import { ProjectionsModule } from './projections.module.ts';
import { readModels } from './read-models.ts';

const config = foundationConfig.extend(serverConfig.shape).extend({
  HOST: z.string().default('127.0.0.1').describe('address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3002).describe('port to listen on'),
});

const HELP = `The query side as a process of its own: projectors, and what is read from their tables.

  (no option)                        run
  --rebuild NAME                     fill a read model anew beside the live one, swap it in, and end
  --accept-difference                with --rebuild: also where its rows differ from the live ones
  --unpark NAME --partition KEY      try a partition's parked facts again, and end
  --help                             show this

Read models: ${readModels.map(({ name }) => name).join(', ')}

${describeConfig(config)}
`;

const { values: options } = parseArgs({
  options: {
    help: { type: 'boolean', default: false },
    rebuild: { type: 'string' },
    'accept-difference': { type: 'boolean', default: false },
    unpark: { type: 'string' },
    partition: { type: 'string' },
  },
});

@Module({})
class ProjectionsProcess {}

if (options.help) process.stdout.write(HELP);
else if (options.rebuild !== undefined) {
  const acceptDifference = options['accept-difference'];
  await once((foundation, signal) =>
    rebuildByHand(foundation, { name: options.rebuild ?? '', acceptDifference, signal }),
  );
} else if (options.unpark !== undefined) {
  await once((foundation) => unparkByHand(foundation, options.unpark ?? '', options.partition ?? ''));
} else await serve();

async function serve(): Promise<void> {
  const settings = loadConfig(config);
  const foundation = await openFoundation('projections', settings, logContents);
  const lifecycle = new Lifecycle({ logger: foundation.logger });
  lifecycle.onShutdown('foundation', () => foundation.close());
  const kernel = KernelModule.register(foundation, {
    lifecycle,
    metrics: new Metrics(),
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    publicUrl: settings.PUBLIC_URL,
    metricsToken: settings.METRICS_TOKEN,
  });
  const root = { module: ProjectionsProcess, imports: [kernel, ProjectionsModule] };
  const app = await createHttpServer(root, {
    trustProxy: settings.TRUST_PROXY,
    usesStripeFields: settings.STRIPE_PUBLISHABLE_KEY !== undefined,
  });
  lifecycle.onShutdown('server', () => app.close());
  await app.listen(settings.PORT, settings.HOST);
  lifecycle.listenToSignals();
  process.stdout.write(`${JSON.stringify({ ready: true, address: await app.getUrl() })}\n`);
}

/** Does one thing beside the running processes; says how it ended by the exit code. */
async function once(work: (foundation: Foundation, signal: AbortSignal) => Promise<boolean>): Promise<void> {
  const cancelled = new AbortController();
  process.once('SIGINT', () => cancelled.abort());
  process.once('SIGTERM', () => cancelled.abort());
  const foundation = await openFoundation('projections', loadConfig(config), logContents);
  try {
    if (!(await work(foundation, cancelled.signal))) process.exitCode = 1;
  } finally {
    await foundation.close();
  }
}
