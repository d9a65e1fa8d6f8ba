import { collectWhenIdle } from '@easel/kernel/server/idle-collection';
import { answerParent } from '@easel/kernel/server/lifecycle';
import type { Logger } from 'pino';

interface Serving {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Says on standard output that it serves, as `{"ready":true,"port":N}`, and ends the process on SIGTERM and SIGINT, and
 * with whoever started it where EASEL_EXIT_WITH_PARENT is 1: with 0 once it is closed, with 1 where closing failed.
 */
export function serveUntilEnded(serving: Serving, logger: Logger): void {
  let stopping = false;
  const stop = (reason: string) => {
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    serving.close().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, 'stopped badly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (process.env.EASEL_EXIT_WITH_PARENT === '1') {
    process.stdin.on('end', () => stop('the parent is gone'));
    process.stdin.on('error', () => stop('the parent is gone'));
    process.stdin.resume();
    answerParent();
  }
  collectWhenIdle();
  process.stdout.write(`${JSON.stringify({ ready: true, port: serving.port })}\n`);
}
