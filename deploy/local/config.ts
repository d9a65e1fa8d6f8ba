import { resolve } from 'node:path';
import { payoutsConfig } from '@easel/api/earnings/payouts.config';
import { invoicesConfig } from '@easel/api/invoices/invoices.config';
import { mailConfig } from '@easel/api/mail/mail.config';
import { printConfig, wholePrints } from '@easel/api/orders/print.config';
import { paymentsConfig, wholePayments } from '@easel/api/payments/payments.config';
import { providersConfig } from '@easel/api/providers/providers.config';
import { telemetryConfig } from '@easel/api/telemetry/telemetry.config';
import { PASSWORD_MIN } from '@easel/contracts/members/policy';
import { busAddress } from '@easel/kernel/bus/bus-address';
import { describeConfig, loadConfig } from '@easel/kernel/server/config';
import { macKeys } from '@easel/kernel/proof/mac-keys';
import { serverConfig } from '@easel/kernel/server/server-config';
import { z } from 'zod';
import { eventStoreAddress } from './given/event-store-address.ts';
import { chosenProviders, STAND_IN, type ChosenProviders } from './providers.ts';

const key = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits');

/** Whom the environment appoints where it names nobody. */
export const FIRST_OPERATOR = 'admin@easel.local';

const DEMO_DAYS = 30;

const schema = z.object({
  PORT: z.coerce
    .number('must be a port')
    .int('must be a whole number')
    .min(0, 'must be 0 or above')
    .max(65_535, 'must be at most 65535')
    .default(3000)
    .describe('port of the site on 127.0.0.1; 0 takes a free one'),
  DATA_DIR: z.string().default('.data').describe('where everything is kept'),
  SEED_DEMO: z
    .stringbool({ error: 'must be 0 or 1' })
    .optional()
    .describe('1 fills an empty installation with demo data, 0 does not; unset: 1, unless a server below is given'),
  DEMO_DAYS: z.coerce
    .number('must be 30 or 90')
    .pipe(z.union([z.literal(30), z.literal(90)], 'must be 30 or 90'))
    .default(DEMO_DAYS)
    .describe('days of demo data, 30 or 90, which the first start prepares: 90 take twice as long'),
  ADMIN_EMAIL: z.email('must be an email address').default(FIRST_OPERATOR).describe('the first operator'),
  ADMIN_PASSWORD: z
    .string()
    .normalize('NFKC')
    .min(PASSWORD_MIN, `must have at least ${PASSWORD_MIN} characters`)
    .optional()
    .describe('of the first operator; else generated and shown at every start'),
  EVENT_STORE_URL: eventStoreAddress.optional().describe('EventStoreDB to use; else one is started here'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgres://role:password@host:5432/database' })
    .optional()
    .describe('PostgreSQL database to use; else one is started here'),
  NATS_URL: busAddress
    .optional()
    .describe('NATS servers to use; else nats-server on the PATH is started, else PostgreSQL carries messages'),
  MASTER_KEY: key.optional().describe('seals personal data; else one is made once and kept in DATA_DIR'),
  MAC_KEYS: macKeys
    .optional()
    .meta({ secret: true, description: 'sign the facts of money; else one is made once and kept in DATA_DIR' }),
  COOKIE_KEY: key.optional().describe('signs cookies and links; else one is made once and kept in DATA_DIR'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info').describe('of logs'),
  // The app reads these itself; here they are checked before anything starts, and told.
  ...serverConfig.shape,
  ...mailConfig.shape,
  ...payoutsConfig.shape,
  ...invoicesConfig.shape,
  ...telemetryConfig.shape,
  ...paymentsConfig.shape,
  ...printConfig.shape,
  ...providersConfig.shape,
  METRICS_TOKEN: serverConfig.shape.METRICS_TOKEN.describe(
    'what /metrics asks for, as Authorization: Bearer; else one is made once',
  ),
  DEV_MAIL_TOKEN: mailConfig.shape.DEV_MAIL_TOKEN.describe(
    'opens /dev/mail?token=…, on this machine; else one is made once',
  ),
  STRIPE_SECRET_KEY: paymentsConfig.shape.STRIPE_SECRET_KEY.describe(
    'Stripe’s key; unset: a stand-in takes test cards',
  ),
  PROVIDERS: providersConfig.shape.PROVIDERS.describe(
    `JSON file that names image providers; ${STAND_IN}: some that draw here; unset: the built-in renderer alone`,
  ),
  PROVIDER_SLOTS: z.coerce
    .number('must be a number')
    .int('must be a whole number')
    .min(1, 'must be 1 or above')
    .max(1_000, 'must be at most 1000')
    .default(100)
    .describe('calls of image providers that wait for an answer at the same time'),
  PRINT_KEY: printConfig.shape.PRINT_KEY.describe('Prodigi’s key; unset: a stand-in prints nothing and sends nothing'),
});

/** The settings of `npm start`, from the environment. */
export interface Config {
  /** 0 takes a free one. */
  readonly port: number;
  /** Absolute. */
  readonly dataDir: string;
  readonly seedDemo: boolean;
  readonly demoDays: 30 | 90;
  readonly adminEmail: string;
  /** Unset: one is generated once and kept. */
  readonly adminPassword: string | undefined;
  readonly rateLimitScale: number;
  readonly publicUrl: string | undefined;
  /** Servers of the user's own: that part is not started here. */
  readonly eventStoreUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly natsUrl: string | undefined;
  /** Unset: made once and kept. */
  readonly masterKey: string | undefined;
  readonly macKeys: string | undefined;
  readonly cookieKey: string | undefined;
  readonly logLevel: string;
  /** Else mails stay in the local mailbox. */
  readonly sendsMail: boolean;
  /** Unset: made once and kept. */
  readonly metricsToken: string | undefined;
  readonly devMailToken: string | undefined;
  /** Else a stand-in takes test cards. */
  readonly usesStripe: boolean;
  /** Else a stand-in prints nothing and sends nothing. */
  readonly usesPrintService: boolean;
  /** Else the built-in renderer draws alone. */
  readonly providers: ChosenProviders | undefined;
}

/** A relative DATA_DIR starts at the working directory. Throws the kernel's ConfigError. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const read = loadConfig(schema, env);
  wholePayments(read);
  wholePrints(read, read.PUBLIC_URL);
  const isAllOurs = [read.EVENT_STORE_URL, read.DATABASE_URL, read.NATS_URL].every((address) => address === undefined);
  return {
    port: read.PORT,
    dataDir: resolve(read.DATA_DIR),
    seedDemo: read.SEED_DEMO ?? isAllOurs,
    demoDays: read.DEMO_DAYS,
    adminEmail: read.ADMIN_EMAIL,
    adminPassword: read.ADMIN_PASSWORD,
    rateLimitScale: read.RATE_LIMIT_SCALE,
    publicUrl: read.PUBLIC_URL,
    eventStoreUrl: read.EVENT_STORE_URL,
    databaseUrl: read.DATABASE_URL,
    natsUrl: read.NATS_URL,
    masterKey: read.MASTER_KEY,
    macKeys: read.MAC_KEYS,
    cookieKey: read.COOKIE_KEY,
    logLevel: read.LOG_LEVEL,
    sendsMail: read.SMTP_URL !== undefined,
    metricsToken: read.METRICS_TOKEN,
    devMailToken: read.DEV_MAIL_TOKEN,
    usesStripe: read.STRIPE_SECRET_KEY !== undefined,
    usesPrintService: read.PRINT_KEY !== undefined,
    providers: chosenProviders(read.PROVIDERS, env),
  };
}

export const configHelp = `Easel: the whole platform in one command, configured by environment variables.\n\n${describeConfig(schema)}\n`;
