import { fileURLToPath } from 'node:url';
import { ApiModule } from '@easel/api/api.module';
import { apiTables } from '@easel/api/api.tables';
import { auditConfig } from '@easel/api/audit/audit.config';
import { payoutsConfig } from '@easel/api/earnings/payouts.config';
import { invoicesConfig } from '@easel/api/invoices/invoices.config';
import { hasMailbox, mailConfig } from '@easel/api/mail/mail.config';
import { LocalMailbox } from '@easel/api/mail/mail.tables';
import { OperatorDirectory } from '@easel/api/operators/operator-directory';
import { printConfig } from '@easel/api/orders/print.config';
import { paymentsConfig } from '@easel/api/payments/payments.config';
import { providersConfig } from '@easel/api/providers/providers.config';
import { telemetryConfig } from '@easel/api/telemetry/telemetry.config';
import { logContents } from '@easel/contracts/log';
import { mailHttp } from '@easel/contracts/mail/http';
import { paymentsHttp } from '@easel/contracts/payments/http';
import { loadConfig } from '@easel/kernel/server/config';
import { migrate } from '@easel/kernel/database/database';
import { foundationConfig, openFoundation } from '@easel/kernel/server/foundation';
import { collectWhenIdle } from '@easel/kernel/server/idle-collection';
import { createHttpServer } from '@easel/kernel/http/http-server';
import { KernelModule } from '@easel/kernel/server/kernel.module';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { macKeys } from '@easel/kernel/proof/mac-keys';
import { Metrics } from '@easel/kernel/server/metrics';
import { serverConfig } from '@easel/kernel/server/server-config';
import { ProjectionsModule } from '@easel/projections/projections.module';
import { Module } from '@nestjs/common';
import { z } from 'zod';
export { settle } from './installation/settle.ts';
import type { App } from './platform.ts';
import { DEMO_SIGN_INS, seedDemo } from './seed-demo.ts';
import { serveWebFiles } from './web-files.ts';

const appConfig = foundationConfig
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
    PORT: z.coerce.number().int().min(0).max(65_535).default(3000).describe('of the site; 0 takes a free one'),
    SEED_DEMO: z
      .enum(['0', '1', 'lived'])
      .default('0')
      .describe('1 fills an empty installation with a demo world; lived: it is there'),
    ADMIN_EMAIL: z.string().describe('the first operator'),
    ADMIN_PASSWORD: z.string().meta({ secret: true, description: 'the first operator’s password' }),
    DEV_MAIL_TOKEN: mailConfig.shape.DEV_MAIL_TOKEN.unwrap(),
  });

/** The audit tool that is built beside this. */
const AUDIT_COMMAND = JSON.stringify([
  process.execPath,
  fileURLToPath(new URL('../tools/audit/main.js', import.meta.url)),
]);

@Module({})
class LocalApp {}

/** The command side, the read side and the member app's files as one server: what runs apart elsewhere. */
export async function startApp(env: Record<string, string>, open = openFoundation): Promise<App> {
  const config = loadConfig(appConfig, { AUDIT_COMMAND, ...env });
  const foundation = await open('app', config, logContents);
  const { logger, pool, outbox } = foundation;
  await migrate(pool, { api: apiTables });
  await outbox.deliverAll();
  const lifecycle = new Lifecycle({ logger });
  const kernel = KernelModule.register(foundation, {
    lifecycle,
    metrics: new Metrics(),
    rateLimitScale: config.RATE_LIMIT_SCALE,
    publicUrl: config.PUBLIC_URL,
    metricsToken: config.METRICS_TOKEN,
  });
  const root = { module: LocalApp, imports: [kernel, ApiModule.register(config, env), ProjectionsModule] };
  const app = await createHttpServer(root, {
    trustProxy: config.TRUST_PROXY,
    publicUrl: config.PUBLIC_URL,
    usesStripeFields: config.STRIPE_PUBLISHABLE_KEY !== undefined,
  });
  await serveWebFiles(app);
  await app.init();
  const directory = app.get(OperatorDirectory, { strict: false });
  const admin = { email: config.ADMIN_EMAIL, password: config.ADMIN_PASSWORD };
  await directory.ensureFirst(admin.email, admin.password);
  await app.listen(config.PORT, config.HOST);
  const address = (await app.getUrl()).replace('[::1]', '127.0.0.1');

  const stopCollecting = collectWhenIdle();
  const seeding = new AbortController();
  const operators = async (): Promise<string[]> =>
    (await directory.all()).filter(({ status }) => status !== 'invited').map(({ email }) => email);
  const mailbox = app.get(LocalMailbox, { strict: false });
  const readMail = config.SMTP_URL === undefined ? (to: string) => mailbox.list({ to }) : undefined;
  if (config.SEED_DEMO === '1') void seedDemo(address, { admin, operators, readMail, logger, signal: seeding.signal });
  return {
    address,
    webhook: `${address}${paymentsHttp.webhook.path}`,
    mailbox: hasMailbox(config) ? `${address}${mailHttp.list.path}?token=${config.DEV_MAIL_TOKEN}` : undefined,
    signIns: config.SEED_DEMO === '0' ? [] : DEMO_SIGN_INS,
    async close() {
      seeding.abort();
      stopCollecting();
      await app.close();
      await foundation.close();
    },
  };
}
