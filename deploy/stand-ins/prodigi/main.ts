import { destination, pino } from 'pino';
import { serveUntilEnded } from '../until-ended.ts';
import { readConfig, USAGE } from './config.ts';
import { startProdigiStandIn } from './server.ts';

const level = process.env.PRODIGI_STANDIN_LOG_LEVEL;
const logger = pino(
  { name: 'prodigi-stand-in', level: level !== undefined && level in pino.levels.values ? level : 'info' },
  destination({ dest: 2, sync: true }),
);

if (process.argv.includes('--help')) {
  process.stdout.write(USAGE);
} else {
  await serve().catch((error: unknown) => {
    logger.fatal({ err: error }, 'the Prodigi stand-in does not start');
    process.exitCode = 1;
  });
}

async function serve(): Promise<void> {
  const config = readConfig(process.env);
  const standIn = await startProdigiStandIn({
    databaseUrl: config.PRODIGI_STANDIN_DATABASE_URL,
    port: config.PRODIGI_STANDIN_PORT,
    key: config.PRODIGI_STANDIN_KEY,
    stepMs: config.PRODIGI_STANDIN_STEP_MS ?? null,
    ...(config.PRODIGI_STANDIN_RETRY_FIRST_MS && { retryFirstMs: config.PRODIGI_STANDIN_RETRY_FIRST_MS }),
    logger,
  });
  serveUntilEnded(standIn, logger);
}
