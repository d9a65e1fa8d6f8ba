import { Refused } from '@easel/contracts/kernel/problem';
import type { ArgumentsHost } from '@nestjs/common';
import type { Logger } from 'pino';
import { expect, test, vi } from 'vitest';
import { ProblemFilter } from './problem.filter.ts';

/** Passes an error to the filter and returns what it logs and sends. */
function caught(error: unknown, { hasLeft }: { hasLeft: boolean }) {
  const [log, warn] = [vi.fn<(told: object) => void>(), vi.fn<(told: object) => void>()];
  const send = vi.fn<(body: string) => void>();
  const reply = {
    raw: { destroyed: hasLeft },
    sent: false,
    status: () => reply,
    header: () => reply,
    send,
  };
  const host = { switchToHttp: () => ({ getRequest: () => ({ routeOptions: {} }), getResponse: () => reply }) };
  new ProblemFilter({ error: log, warn } as unknown as Logger).catch(error, host as unknown as ArgumentsHost);
  return { logged: log.mock.calls.length, warned: warn.mock.calls.length, sent: send.mock.calls.length };
}

const broken = Object.assign(new Error('Premature close'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });

test('logs nothing where a caller leaves before the first byte of a body', () => {
  expect(caught(broken, { hasLeft: true })).toEqual({ logged: 0, warned: 0, sent: 0 });
});

test('logs and answers a body that breaks off while its caller waits', () => {
  expect(caught(broken, { hasLeft: false })).toEqual({ logged: 1, warned: 0, sent: 1 });
});

test('logs a failure whose caller has left', () => {
  expect(caught(new Error('a fault of ours'), { hasLeft: true }).logged).toBe(1);
});

test('warns of what the code refuses for the moment, which is no error', () => {
  const busy = new Refused({ status: 503, code: 'sql.busy', message: 'Please try again in a moment.' });
  expect(caught(busy, { hasLeft: false })).toEqual({ logged: 0, warned: 1, sent: 1 });
});
