import { resolve } from 'node:path';
import { z } from 'zod';

/** What `npm start` may be told by the environment; see the table in README. */
export interface Config {
  /** 0 takes a free one. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  readonly seedDemo: boolean;
  readonly adminEmail: string;
  /** Unset: one is generated once and kept. */
  readonly adminPassword: string | undefined;
  /** Multiplies every rate limit; load tests raise it. */
  readonly rateLimitScale: number;
  readonly natsUrl: string | undefined;
  readonly logLevel: string;
}

/** Tells which variables are wrong and what each must be, a line a variable. */
export class ConfigError extends Error {}

const number = (schema: z.ZodNumber, sense: string) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, sense)
    .transform(Number)
    .pipe(schema);
const port = number(
  z.number({ error: 'must be a port' }).int('must be a whole number').max(65_535, 'must be at most 65535'),
  'must be a port from 0 to 65535',
);
const scale = number(z.number().positive('must be above 0'), 'must be a number above 0');
const natsUrl = z.url({ protocol: /^(nats|tls|wss?)$/, error: 'must be an address like nats://host:4222' });

const environment = z.object({
  PORT: port.default(3000),
  DATA_DIR: z.string().default('.data'),
  SEED_DEMO: z.enum(['0', '1'], { error: 'must be 0 or 1' }).default('1'),
  ADMIN_EMAIL: z.email('must be an email address').default('admin@easel.local'),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').optional(),
  RATE_LIMIT_SCALE: scale.default(1),
  NATS_URL: natsUrl.optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be one of trace, debug, info, warn, error, fatal, silent',
    })
    .default('info'),
});

/** A variable set to nothing counts as unset. A relative DATA_DIR starts at the working directory. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = environment.safeParse(Object.fromEntries(Object.entries(env).filter(([, value]) => value !== '')));
  if (!read.success) {
    throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'));
  }
  const { data } = read;
  return {
    port: data.PORT,
    dataDir: resolve(data.DATA_DIR),
    seedDemo: data.SEED_DEMO === '1',
    adminEmail: data.ADMIN_EMAIL,
    adminPassword: data.ADMIN_PASSWORD,
    rateLimitScale: data.RATE_LIMIT_SCALE,
    natsUrl: data.NATS_URL,
    logLevel: data.LOG_LEVEL,
  };
}

export const configHelp = `Easel: the whole platform in one command. It is told by environment variables:

  PORT              of the site on 127.0.0.1; 0 takes a free one (3000)
  DATA_DIR          where everything is kept (.data)
  SEED_DEMO         1 fills an empty installation with a small demo world, 0 does not (1)
  ADMIN_EMAIL       the first operator's address (admin@easel.local)
  ADMIN_PASSWORD    and password (generated, shown at every start)
  RATE_LIMIT_SCALE  multiplies every rate limit (1)
  NATS_URL          a NATS server to use (else nats-server on the PATH is started, else PostgreSQL carries messages)
  LOG_LEVEL         trace, debug, info, warn, error, fatal or silent (info)
`;
