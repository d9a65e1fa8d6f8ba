import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { destination, pino } from 'pino';
import { type Account, readUsersFile } from './accounts.ts';
import type { Endpoint } from './credentials.ts';
import { startEventStore, type TlsFiles } from './server.ts';
import { serveUntilEnded } from '../until-ended.ts';

const USAGE = `Serves EventStoreDB's gRPC protocol from a PostgreSQL schema.

  --postgres URL         the database, without a password in its address; its role may create the schema
  --postgres-env VAR     the environment variable that holds its address, where that has a password
  --schema NAME          where events are kept (store)
  --host HOST            (127.0.0.1)
  --port PORT            0 picks a free one (2113)
  --insecure             lets whoever calls do all, without credentials too
  --user NAME            an admin's account (admin)
  --password-env VAR     the environment variable that holds its password
  --users FILE           more accounts, for their owner's eyes (mode 0600):
                         {"admin": {"password": "...", "admin": true}, "ops": {"password": "..."}}
                         who is no admin may not touch $all and other streams whose name begins with $
  --tls-cert FILE        speaks TLS with this certificate, and what follows it in its chain (PEM)
  --tls-key FILE         its key (PEM)
  --drop-slow            ends the subscription of a live subscriber that falls behind, instead of catching up
  --awkward              as awkward as EventStoreDB at its worst: an append that comes again while the first is on its
                         way times out after 2 s, though it is stored once; ids that were stored before the start
                         are forgotten for appends that expect any revision, or any stream that exists
  --leader HOST:PORT     plays a node that is not the leader, and refers calls that require it
  --log-level LEVEL      (info)
  --help

Prints {"ready":true,"port":N} once it serves; logs go to stderr. SIGTERM stops it, and so does the end of its standard
input where EASEL_EXIT_WITH_PARENT=1 is set.
`;

const { values } = parseArgs({
  options: {
    postgres: { type: 'string' },
    'postgres-env': { type: 'string' },
    schema: { type: 'string', default: 'store' },
    host: { type: 'string', default: '127.0.0.1' },
    port: { type: 'string', default: '2113' },
    insecure: { type: 'boolean', default: false },
    user: { type: 'string', default: 'admin' },
    'password-env': { type: 'string' },
    users: { type: 'string' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    'drop-slow': { type: 'boolean', default: false },
    awkward: { type: 'boolean', default: false },
    leader: { type: 'string' },
    'log-level': { type: 'string', default: 'info' },
    help: { type: 'boolean', default: false },
  },
});

const logger = pino({ name: 'event-store', level: values['log-level'] }, destination({ dest: 2, sync: true }));

if (values.help) {
  process.stdout.write(USAGE);
} else {
  await serve().catch((error: unknown) => {
    logger.fatal({ err: error }, 'the event store does not start');
    process.exitCode = 1;
  });
}

async function serve(): Promise<void> {
  const store = await startEventStore({
    host: values.host,
    port: portNumber(values.port),
    postgresUrl: postgresUrl(),
    schema: values.schema,
    insecure: values.insecure,
    accounts: accounts(),
    tls: tls(),
    logger,
    leader: endpoint(values.leader),
    awkward: values.awkward,
    slowSubscribers: values['drop-slow'] ? 'drop' : 'catch-up',
  });
  serveUntilEnded(store, logger);
}

/** What stands in arguments is shown to everybody on the machine by `ps`. */
function postgresUrl(): string {
  const { postgres, 'postgres-env': variable } = values;
  if (variable !== undefined) {
    if (postgres !== undefined) throw new Error('--postgres and --postgres-env both name the database: give one');
    return required(process.env[variable], variable);
  }
  const address = required(postgres, '--postgres');
  if (!hasPassword(address)) return address;
  throw new Error('the address in --postgres has a password, which everybody could read: use --postgres-env VAR');
}

function hasPassword(address: string): boolean {
  const [, user = ''] = /^[^:]+:\/\/([^/?#]*)@/.exec(address) ?? [];
  return user.includes(':') || /[?&]password=/.test(address);
}

function accounts(): Account[] {
  const { user, users, 'password-env': variable } = values;
  const found = users === undefined ? [] : readUsersFile(users);
  if (variable !== undefined) {
    found.push({ name: user, password: required(process.env[variable], variable), admin: true });
  }
  if (found.length === 0 && !values.insecure) {
    throw new Error('without --insecure a --password-env is needed, or --users');
  }
  return found;
}

function tls(): TlsFiles | undefined {
  const { 'tls-cert': cert, 'tls-key': key } = values;
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined) throw new Error('--tls-cert and --tls-key go together');
  return { cert: readFileSync(cert), key: readFileSync(key) };
}

function required(value: string | undefined, what: string): string {
  if (!value) throw new Error(`${what} is missing`);
  return value;
}

function endpoint(text: string | undefined): Endpoint | undefined {
  if (text === undefined) return undefined;
  const [, host, port] = /^(.+):(\d+)$/.exec(text) ?? [];
  if (host === undefined || port === undefined) throw new Error(`--leader is not HOST:PORT: ${text}`);
  return { host, port: Number(port) };
}

function portNumber(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`--port is not a port: ${text}`);
  return port;
}
