import { destination, pino } from 'pino';
import { readConfig, USAGE } from './config.ts';
import { startStripeStandIn } from './server.ts';
import { serveUntilEnded } from '../until-ended.ts';

const level = process.env.STRIPE_STANDIN_LOG_LEVEL;
const logger = pino(
  { name: 'stripe-stand-in', level: level !== undefined && level in pino.levels.values ? level : 'info' },
  destination({ dest: 2, sync: true }),
);

if (process.argv.includes('--help')) {
  process.stdout.write(USAGE);
} else {
  await serve().catch((error: unknown) => {
    logger.fatal({ err: error }, 'the Stripe stand-in does not start');
    process.exitCode = 1;
  });
}

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const standIn = await startStripeStandIn({
    databaseUrl: config.STRIPE_STANDIN_DATABASE_URL,
    port: config.STRIPE_STANDIN_PORT,
    secretKey: config.STRIPE_STANDIN_SECRET_KEY,
    webhookSecret: config.STRIPE_STANDIN_WEBHOOK_SECRET,
    webhookUrl: config.STRIPE_STANDIN_WEBHOOK_URL ?? null,
    ...(config.STRIPE_STANDIN_PUBLIC_URL && { publicUrl: config.STRIPE_STANDIN_PUBLIC_URL }),
    ...(config.STRIPE_STANDIN_RETRY_FIRST_MS && { retryFirstMs: config.STRIPE_STANDIN_RETRY_FIRST_MS }),
    ...(config.STRIPE_STANDIN_SETTLE_MS && { settleMs: config.STRIPE_STANDIN_SETTLE_MS }),
    logger,
  });
  serveUntilEnded(standIn, logger);
}
