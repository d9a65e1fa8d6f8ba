import { startListening, type Listening } from './listening.ts';
import { KEY_VARIABLE, SECRET_VARIABLE, writeStandInProviders, type ChosenProviders } from './providers.ts';
import type { Supervisor } from './supervisor.ts';

interface ProvidersPart {
  readonly providers: ChosenProviders | undefined;
  /** Of the stand-in: compiled, run with this process's own Node. */
  readonly program: string;
  /** Absolute; the file that names the providers is kept there. */
  readonly dataDir: string;
  /** What it inherits. */
  readonly env: NodeJS.ProcessEnv;
  readonly key: string;
  readonly webhookSecret: string;
  /** The file that its output is appended to. */
  readonly log: string;
  readonly warn: (line: string) => void;
}

interface Providers {
  /** Of the stand-in, if it runs. */
  readonly url?: string;
  /** Settings of the app and of imaging that lead to them. */
  readonly env: Record<string, string>;
}

/** How long a picture takes at least: about as long as with providers that are fast. */
const DELAY_MS = 1_500;

/** Starts the stand-in for image providers, if it is wanted; over a restart it keeps its port. */
export async function startProviders(supervisor: Supervisor, part: ProvidersPart): Promise<Providers> {
  if (!part.providers) return { env: {} };
  const { path } = part.providers;
  return path === undefined ? startStandIn(supervisor, part) : { env: { PROVIDERS: path } };
}

async function startStandIn(supervisor: Supervisor, part: ProvidersPart): Promise<Providers> {
  const { program, dataDir, key, webhookSecret, log, warn } = part;
  const keys = { [KEY_VARIABLE]: key, [SECRET_VARIABLE]: webhookSecret };
  const { port } = await supervisor.start<Listening>({
    name: 'stand-in providers',
    start: (last) =>
      startListening({
        name: 'stand-in providers',
        program: process.execPath,
        args: [program],
        answers: true,
        env: {
          PROVIDERS_STANDIN_DELAY_MS: String(DELAY_MS),
          ...part.env,
          PROVIDERS_STANDIN_PORT: String(last?.port ?? 0),
          ...keys,
        },
        log,
        warn,
      }),
  });
  const url = `http://127.0.0.1:${port}`;
  return { url, env: { PROVIDERS: writeStandInProviders(dataDir, url), ...keys } };
}
