import { logContents } from '@easel/contracts/log';
import { describeConfig, loadConfig } from '@easel/kernel/server/config';
import { migrate } from '@easel/kernel/database/database';
import { foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { macKeys } from '@easel/kernel/proof/mac-keys';
import { Metrics } from '@easel/kernel/server/metrics';
import { serverConfig } from '@easel/kernel/server/server-config';
import { Module } from '@nestjs/common';
import { z } from 'zod';
import { payoutsConfig } from './earnings/payouts.config.ts';
import { ApiModule } from './api.module.ts';
import { apiTables } from './api.tables.ts';
import { auditConfig } from './audit/audit.config.ts';
import { invoicesConfig } from './invoices/invoices.config.ts';
import { mailConfig } from './mail/mail.config.ts';
import { OperatorDirectory } from './operators/operator-directory.ts';
import { printConfig } from './orders/print.config.ts';
import { paymentsConfig } from './payments/payments.config.ts';
import { providersConfig } from './providers/providers.config.ts';
import { telemetryConfig } from './telemetry/telemetry.config.ts';

const config = foundationConfig
  .extend(serverConfig.shape)
  .extend(mailConfig.shape)
  .extend(paymentsConfig.shape)
  .extend(printConfig.shape)
  .extend(providersConfig.shape)
  .extend(auditConfig.shape)
  .extend(payoutsConfig.shape)
  .extend(invoicesConfig.shape)
  .extend(telemetryConfig.shape)
  .extend({
    MAC_KEYS: macKeys,
    HOST: z.string().default('127.0.0.1').describe('address to listen on'),
    PORT: z.coerce.number().int().min(0).max(65_535).default(3001).describe('port to listen on'),
    ADMIN_EMAIL: z.string().optional().describe('the first operator'),
    ADMIN_PASSWORD: z.string().optional().meta({ secret: true, description: 'the first operator’s password' }),
  });

@Module({})
class ApiProcess {}

if (process.argv.includes('--help'))
  process.stdout.write(`The command side as a process of its own.\n\n${describeConfig(config)}\n`);
else await run();

async function run(): Promise<void> {
  const settings = loadConfig(config);
  const foundation = await openFoundation('api', settings, logContents);
  const { logger, pool, outbox } = foundation;
  await migrate(pool, { api: apiTables });
  await outbox.deliverAll();
  const lifecycle = new Lifecycle({ logger });
  lifecycle.onShutdown('foundation', () => foundation.close());
  const kernel = KernelModule.register(foundation, {
    lifecycle,
    metrics: new Metrics(),
    rateLimitScale: settings.RATE_LIMIT_SCALE,
    publicUrl: settings.PUBLIC_URL,
    metricsToken: settings.METRICS_TOKEN,
  });
  const root = { module: ApiProcess, imports: [kernel, ApiModule.register(settings)] };
  const app = await createHttpServer(root, { trustProxy: settings.TRUST_PROXY, publicUrl: settings.PUBLIC_URL });
  lifecycle.onShutdown('server', () => app.close());
  await app.init();
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = settings;
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    await app.get(OperatorDirectory, { strict: false }).ensureFirst(ADMIN_EMAIL, ADMIN_PASSWORD);
  }
  await app.listen(settings.PORT, settings.HOST);
  lifecycle.listenToSignals();
  process.stdout.write(`${JSON.stringify({ ready: true, address: await app.getUrl() })}\n`);
}
