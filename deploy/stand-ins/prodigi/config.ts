import { z } from 'zod';

const milliseconds = z.coerce.number().int().min(1);

export const USAGE = `Stands in for the Prodigi print API v4 on this machine. It prints nothing and sends nothing.

  PRODIGI_STANDIN_DATABASE_URL    the PostgreSQL database; its role may create the schema prodigi_standin
  PRODIGI_STANDIN_PORT            0 picks a free one (12112)
  PRODIGI_STANDIN_KEY             the key that calls must carry as X-API-Key
  PRODIGI_STANDIN_STEP_MS         how long each of about six steps of production takes; without it they wait for calls
  PRODIGI_STANDIN_RETRY_FIRST_MS  how long after its first failure a callback or download is tried again (1000)
  PRODIGI_STANDIN_LOG_LEVEL       (info)

Prints {"ready":true,"port":N} once it serves; logs go to stderr. SIGTERM stops it, and so does the end of its standard
input where EASEL_EXIT_WITH_PARENT=1 is set.
`;

const shape = z.object({
  PRODIGI_STANDIN_DATABASE_URL: z.url(),
  PRODIGI_STANDIN_PORT: z.coerce.number().int().min(0).max(65_535).default(12_112),
  PRODIGI_STANDIN_KEY: z.string().min(8),
  PRODIGI_STANDIN_STEP_MS: milliseconds.optional(),
  PRODIGI_STANDIN_RETRY_FIRST_MS: milliseconds.optional(),
  PRODIGI_STANDIN_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** @throws Error that names each wrong variable, without its value */
export function readConfig(env: NodeJS.ProcessEnv): z.output<typeof shape> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(wrong.join('; '));
}
