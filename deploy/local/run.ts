import { banner } from './banner.ts';
import { configHelp, readConfig, type Config } from './config.ts';
import { startPlatform, type Platform, type PlatformOptions } from './platform.ts';

/** A terminal's Ctrl+C reaches us and npm, which passes it on: what comes within this time is the same one. */
const sameSignalMs = 500;

const report = (line: string) => void process.stderr.write(`${line}\n`);

type RunParts = Pick<PlatformOptions, 'settle' | 'startApp' | 'programs'> & {
  /** Returns the folder in which the demo data lies that these settings ask for, whether it is there or not. */
  readonly pastOf?: (config: Config) => string;
};

/**
 * The process around the platform: reads its configuration, tells the person at the console how it went, and obeys
 * signals. Exits 0 after an orderly stop, 1 when it cannot start or stop in order, 130 when it was made to hurry.
 */
export async function run({ pastOf, ...parts }: RunParts, whenReady?: (platform: Platform) => void): Promise<void> {
  if (process.argv.includes('--help')) {
    process.stdout.write(configHelp);
    return;
  }
  const config = configuration();
  const unwanted = new AbortController();
  const past = pastOf?.(config);
  const options = { config, env: process.env, report, signal: unwanted.signal, ...parts };
  const starting = startPlatform({ ...options, ...(past !== undefined && { past }) });
  stopOnSignals(starting, unwanted);
  try {
    const platform = await starting;
    process.stdout.write(`${banner(config, platform, performance.now() / 1000)}\n`);
    whenReady?.(platform);
  } catch (error) {
    // Whoever asked for an end while others were waited for has got it.
    if (unwanted.signal.aborted && error === unwanted.signal.reason) process.exit(0);
    fail(error);
  }
}

function configuration(): Config {
  try {
    return readConfig(process.env);
  } catch (error) {
    return fail(error);
  }
}

/** The first asks for an orderly end, also while it still starts; a second one does not wait for it. */
function stopOnSignals(starting: Promise<Platform>, unwanted: AbortController): void {
  let asked: number | undefined;
  let exitCode = 0;
  let stopping: Promise<void> | undefined;
  const stop = (code: number) => {
    exitCode = Math.max(exitCode, code);
    stopping ??= starting.then((platform) => platform.stop()).then(() => process.exit(exitCode), fail);
  };
  const hurry = () => {
    report('Stopping at once');
    setTimeout(() => process.exit(130), 1_000); // it may be starting still, and then nothing is there to be ended yet
    void starting.then((platform) => platform.kill()).finally(() => process.exit(130));
  };
  const onSignal = () => {
    const now = performance.now();
    if (asked === undefined) {
      asked = now;
      report('Stopping; press Ctrl+C again to stop at once');
      unwanted.abort();
      stop(0);
    } else if (now - asked >= sameSignalMs) {
      hurry();
    }
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onSignal);
  process.on('uncaughtException', (error) => {
    report(`Stopping because of an error that nobody handled: ${error.stack ?? error.message}`);
    asked ??= performance.now();
    stop(1);
  });
}

function fail(error: unknown): never {
  report(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
