import { z } from 'zod';

export const USAGE = `Stands in for image providers on this machine: OpenAI Images, sd-server, FLUX and Mystic. The built-in renderer draws.

  PROVIDERS_STANDIN_PORT            0 picks a free one (12113)
  PROVIDERS_STANDIN_KEY             the key that calls must carry, each protocol in its own header
  PROVIDERS_STANDIN_WEBHOOK_SECRET  signs the webhooks of Mystic
  PROVIDERS_STANDIN_DELAY_MS        how long a picture takes at least (0)
  PROVIDERS_STANDIN_DRAW_PX         pixels are drawn up to this long side, and enlarged above it (1024)
  PROVIDERS_STANDIN_LOG_LEVEL       (info)

Prints {"ready":true,"port":N} once it serves; logs go to stderr. SIGTERM stops it, and so does the end of its standard
input where EASEL_EXIT_WITH_PARENT=1 is set.
`;

const shape = z.object({
  PROVIDERS_STANDIN_PORT: z.coerce.number().int().min(0).max(65_535).default(12_113),
  PROVIDERS_STANDIN_KEY: z.string().min(8),
  PROVIDERS_STANDIN_WEBHOOK_SECRET: z.string().min(8),
  PROVIDERS_STANDIN_DELAY_MS: z.coerce.number().int().min(0).max(3_600_000).default(0),
  PROVIDERS_STANDIN_DRAW_PX: z.coerce.number().int().min(32).max(4096).default(1024),
  PROVIDERS_STANDIN_LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
});

/** @throws Error that names each wrong variable, without its value */
export function readConfig(env: NodeJS.ProcessEnv): z.output<typeof shape> {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const result = shape.safeParse(given);
  if (result.success) return result.data;
  const wrong = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(wrong.join('; '));
}
