import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { banner } from './banner.ts';
import { configHelp, ConfigError, readConfig, type Config } from './config.ts';
import { startPlatform, type Platform, type StartApp } from './platform.ts';

/** A terminal's Ctrl+C reaches us and npm, which passes it on: what comes within this time is the same one. */
const sameSignalMs = 500;

const begun = performance.now();
const report = (line: string) => void process.stderr.write(`${line}\n`);

if (process.argv.includes('--help')) {
  process.stdout.write(configHelp);
} else {
  await run(configuration());
}

async function run(config: Config): Promise<void> {
  const starting = startPlatform({
    config,
    env: process.env,
    startApp: loadApp(),
    programs: {
      eventStore: fileURLToPath(new URL('event-store/main.js', import.meta.url)),
      imaging: fileURLToPath(import.meta.resolve('@easel/imaging/main')),
    },
    report,
  });
  stopOnSignals(starting);
  try {
    const platform = await starting;
    process.stdout.write(`${banner(config, platform, (performance.now() - begun) / 1000)}\n`);
  } catch (error) {
    fail(error);
  }
}

function configuration(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail(error instanceof ConfigError ? error.message : error);
  }
}

/** Its modules take a second to load, in which PostgreSQL can start. */
function loadApp(): StartApp {
  const loading = import(new URL('app.js', import.meta.url).href) as Promise<{ startApp: StartApp }>;
  loading.catch(() => undefined); // told when it is asked for
  return async (env) => (await loading).startApp(env);
}

/** The first asks for an orderly end, also while it still starts; a second one does not wait for it. */
function stopOnSignals(starting: Promise<Platform>): void {
  let asked: number | undefined;
  const onSignal = () => {
    if (asked !== undefined && performance.now() - asked < sameSignalMs) return;
    if (asked !== undefined) {
      report('Stopping at once');
      void starting.then((platform) => platform.kill()).finally(() => process.exit(130));
      setTimeout(() => process.exit(130), 1_000); // it may be starting still
      return;
    }
    asked = performance.now();
    report('Stopping; press Ctrl+C again to stop at once');
    void starting.then((platform) => platform.stop()).then(() => process.exit(0), fail);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  process.on('uncaughtException', (error) => {
    report(`An error that nobody handled; stopping: ${error.stack ?? error.message}`);
    void starting.then((platform) => platform.stop()).finally(() => process.exit(1));
  });
}

function fail(error: unknown): never {
  report(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
