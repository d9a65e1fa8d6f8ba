import { destination, pino } from 'pino';
import { serveUntilEnded } from '../until-ended.ts';
import { readConfig, USAGE } from './config.ts';
import { startProvidersStandIn } from './server.ts';

const level = process.env.PROVIDERS_STANDIN_LOG_LEVEL;
const logger = pino(
  { name: 'providers-stand-in', level: level !== undefined && level in pino.levels.values ? level : 'info' },
  destination({ dest: 2, sync: true }),
);

if (process.argv.includes('--help')) {
  process.stdout.write(USAGE);
} else {
  await serve().catch((error: unknown) => {
    logger.fatal({ err: error }, 'The stand-in providers could not start');
    process.exitCode = 1;
  });
}

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const standIn = await startProvidersStandIn({
    port: config.PROVIDERS_STANDIN_PORT,
    key: config.PROVIDERS_STANDIN_KEY,
    webhookSecret: config.PROVIDERS_STANDIN_WEBHOOK_SECRET,
    delayMs: config.PROVIDERS_STANDIN_DELAY_MS,
    drawPx: config.PROVIDERS_STANDIN_DRAW_PX,
    logger,
  });
  serveUntilEnded(standIn, logger);
}
