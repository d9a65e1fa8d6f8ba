import { extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Listening, startListening } from '../local/listening.ts';
import { type CertificateFiles, ensureCertificate } from '../local/tls-certificate.ts';

/** The account that both stores are called with; one of them asks for it. */
export const ACCOUNT = { username: 'admin', password: 'bench-password' };

export interface StoreProcess {
  connectionString: string;
  pid: number;
  stop(): Promise<void>;
}

interface StoreOptions {
  tls?: boolean;
  schema?: string;
  /** Of which built checkout it is; of this one where none is given. */
  checkout?: string;
}

/**
 * The local event store beside a benchmark in this process, over TLS with credentials as `npm start` runs it, or bare.
 */
export function startEventStoreProcess(
  folder: string,
  postgresUrl: string,
  { tls = true, schema = 'store', checkout }: StoreOptions = {},
): Promise<StoreProcess> {
  const args = ['--port', '0', '--postgres-env', 'BENCH_POSTGRES', '--schema', schema];
  const access = tls ? ['--user', ACCOUNT.username, '--password-env', 'BENCH_PASSWORD'] : ['--insecure'];
  const env = { BENCH_POSTGRES: postgresUrl, BENCH_PASSWORD: ACCOUNT.password };
  const path = 'stand-ins/event-store/main';
  const program = checkout === undefined ? besideThis(`../${path}`) : resolve(checkout, `deploy/dist/${path}.js`);
  return startStore(folder, { program, args: [...args, ...access], env, tls });
}

/** What it is measured beside, over TLS too. */
export function startInMemoryStoreProcess(folder: string): Promise<StoreProcess> {
  return startStore(folder, { program: besideThis('./in-memory-event-store'), args: [], env: {}, tls: true });
}

interface Program {
  program: string;
  args: readonly string[];
  env: Record<string, string>;
  tls: boolean;
}

/** The path of a program whose place is relative to this file, and that is as this file is: a source or compiled. */
const besideThis = (program: string) =>
  fileURLToPath(new URL(`${program}${extname(import.meta.url)}`, import.meta.url));

async function startStore(folder: string, { program, args, env, tls }: Program): Promise<StoreProcess> {
  const files = tls ? await ensureCertificate(folder) : undefined;
  const child: Listening = await startListening({
    name: program,
    program: process.execPath,
    args: [program, ...args, ...(files ? ['--tls-cert', files.cert, '--tls-key', files.key] : [])],
    env: { ...process.env, ...env },
    log: join(folder, 'event-store.log'),
    warn: (line) => process.stderr.write(`${line}\n`),
  });
  return { connectionString: addressOf(child.port, files), pid: child.pid, stop: () => child.stop() };
}

function addressOf(port: number, files: CertificateFiles | undefined): string {
  if (!files) return `esdb://127.0.0.1:${port}?tls=false`;
  const { username, password } = ACCOUNT;
  return `esdb://${username}:${password}@127.0.0.1:${port}?tls=true&tlsCAFile=${encodeURIComponent(files.cert)}`;
}
