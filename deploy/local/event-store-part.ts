import { startListening, type Listening } from './listening.ts';
import type { Supervisor } from './supervisor.ts';
import { ensureCertificate } from './tls-certificate.ts';

export interface EventStorePart {
  /** Compiled, run with this process's own Node. */
  readonly program: string;
  /** Absolute; its certificate is kept there. */
  readonly dataDir: string;
  /** What it inherits. */
  readonly env: NodeJS.ProcessEnv;
  readonly databaseUrl: string;
  /** Its one account's, an admin's. Of characters that an address may have. */
  readonly password: string;
  /** The file that its output is appended to. */
  readonly log: string;
  readonly warn: (line: string) => void;
}

const USER = 'admin';

/**
 * The local event store over TLS, for whoever has the password; over a restart it keeps its port.
 *
 * @returns its address with the password and the certificate to trust
 */
export async function startEventStorePart(supervisor: Supervisor, part: EventStorePart): Promise<string> {
  const { program, dataDir, databaseUrl, password, log, warn } = part;
  const files = await ensureCertificate(dataDir);
  // Others may read arguments, but no environment.
  const env = { ...part.env, EVENT_STORE_POSTGRES: databaseUrl, EVENT_STORE_PASSWORD: password };
  const database = ['--postgres-env', 'EVENT_STORE_POSTGRES', '--schema', 'store'];
  const access = ['--user', USER, '--password-env', 'EVENT_STORE_PASSWORD'];
  const tls = ['--tls-cert', files.cert, '--tls-key', files.key];
  const awkward = part.env['EASEL_EVENT_STORE_AWKWARD'] === '1' ? ['--awkward'] : [];
  const { port } = await supervisor.start<Listening>({
    name: 'event store',
    start: (last) =>
      startListening({
        name: 'event store',
        program: process.execPath,
        args: [program, '--port', String(last?.port ?? 0), ...database, ...access, ...tls, ...awkward],
        answers: true,
        env,
        log,
        warn,
      }),
  });
  return `esdb://${USER}:${password}@127.0.0.1:${port}?tls=true&tlsCAFile=${encodeURIComponent(files.cert)}`;
}
