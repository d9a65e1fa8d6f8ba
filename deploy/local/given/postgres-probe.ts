import { isUnavailable } from '@easel/kernel/database/database';
import pg from 'pg';
import { connectionFault } from './connection-fault.ts';
import { away, READY, refused, type Given, type Probed } from './probe.ts';

const PATIENCE_MS = 5_000;
const OLDEST = 150_000;

/** Where a database is, for people: no role, no password. */
export function databaseName(address: string): string {
  const { host, pathname, searchParams } = new URL(address);
  return `PostgreSQL at ${host || (searchParams.get('host') ?? 'localhost')}${decodeURIComponent(pathname)}`;
}

/** A PostgreSQL database, looked at with the rights that the product will need. */
export function givenPostgres(address: string): Given {
  const name = databaseName(address);
  const { hostname, port, searchParams } = new URL(address);
  const host = hostname || (searchParams.get('host') ?? 'localhost');
  return {
    name,
    check: `pg_isready -h ${host} -p ${port || '5432'}`,
    probe: () => probe(address, name),
  };
}

async function probe(address: string, name: string): Promise<Probed> {
  const clients: pg.Client[] = [];
  const open = async (): Promise<pg.Client> => {
    // With what the product's pools set: a pooler that knows none of it says so at once.
    const client = new pg.Client({
      connectionString: address,
      application_name: 'easel start',
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
      statement_timeout: PATIENCE_MS,
    });
    client.on('error', () => undefined);
    clients.push(client);
    await client.connect();
    return client;
  };
  try {
    const [first, second] = [await open(), await open()];
    const found = await examine(first);
    const { rows } = await second.query<{ backend: number }>('SELECT pg_backend_pid() AS backend');
    return standingFault({ ...found, backends: [found.backend, rows[0]?.backend] }, name) ?? READY;
  } catch (error) {
    return databaseFault(error, name);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

export interface Standing {
  /** As `server_version_num` has it: 150004 for 15.4. */
  readonly version: number;
  readonly versionName: string;
  readonly role: string;
  readonly database: string;
  readonly mayCreate: boolean;
  readonly readOnly: boolean;
  /** Whom two sessions, open at once, reached. */
  readonly backends: readonly (number | undefined)[];
}

async function examine(client: pg.Client): Promise<Omit<Standing, 'backends'> & { backend: number }> {
  const { rows } = await client.query<Omit<Standing, 'backends'> & { backend: number }>(`
    SELECT pg_backend_pid() AS backend,
           current_setting('server_version_num')::int AS version,
           current_setting('server_version') AS "versionName",
           current_user AS role,
           current_database() AS database,
           has_database_privilege(current_database(), 'CREATE') AS "mayCreate",
           current_setting('transaction_read_only') = 'on' AS "readOnly"`);
  const [standing] = rows;
  if (!standing) throw new Error('it answered a question with nothing');
  return standing;
}

/** What is wrong with a server that let us in. */
export function standingFault(standing: Standing, name: string): Probed | undefined {
  const { version, versionName, role, database, mayCreate, readOnly, backends } = standing;
  if (version < OLDEST) return refused(`${name} is version ${versionName}: Easel needs 15 or later`);
  // Two sessions of PostgreSQL itself are two processes of it.
  if (backends[0] === backends[1]) return refused(pooled(name));
  if (readOnly) return refused(`${name} takes no writes: it is a standby, or the role ${role} is set to read only`);
  if (!mayCreate) {
    const grant = `GRANT CREATE ON DATABASE ${quoted(database)} TO ${quoted(role)}`;
    return refused(`The role ${role} may not create schemas in ${name}: ${grant}`);
  }
  return undefined;
}

/** By SQLSTATE; what PostgreSQL itself says holds no password. */
const refusals: Readonly<Record<string, (name: string, message: string) => string>> = {
  '28P01': (name) => `${name} refuses the password of the role in DATABASE_URL, or knows no such role: correct it`,
  '28000': (name, message) => `${name} does not let the role in (${message}): see its pg_hba.conf, and DATABASE_URL`,
  '3D000': (name, message) => `${name}: ${message}; create it, or correct DATABASE_URL`,
  '42501': (name, message) => `${name} does not let the role in (${message}): grant it CONNECT and CREATE there`,
};

/** What is wrong where the server did not let us in, or there was none. */
export function databaseFault(error: unknown, name: string): Probed {
  const { code, message } = error instanceof Error ? (error as Error & { code?: string }) : { message: String(error) };
  const sentence = code === undefined ? undefined : refusals[code]?.(name, message);
  if (sentence !== undefined) return refused(sentence);
  if (code === '08P01' && message.includes('startup parameter')) return refused(pooled(name));
  const fault = connectionFault(error, {
    name,
    trust: 'name its authority’s file by sslrootcert in DATABASE_URL, or by NODE_EXTRA_CA_CERTS',
    plain: 'leave sslmode out of DATABASE_URL where that is meant',
  });
  if (fault) return fault;
  if (message.includes('does not support SSL')) {
    return refused(`${name} does not speak TLS: leave sslmode out of DATABASE_URL where that is meant`);
  }
  if (message.includes('client password must be a'))
    return refused(`${name} asks for a password: put one into DATABASE_URL`);
  if (code === 'ENOENT') return refused(`A file that DATABASE_URL names does not exist: ${message}`);
  return isUnavailable(error) ? away(message) : refused(`${name} cannot be used: ${message}`);
}

const pooled = (name: string): string =>
  `${name} is a pooler that hands its connections on: give PostgreSQL’s own address, for locks and notifications need a session`;

const quoted = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`;
