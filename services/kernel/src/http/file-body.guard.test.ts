import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { uploadsHttp } from '@easel/contracts/uploads/http';
import type { ExecutionContext } from '@nestjs/common';
import { expect, test } from 'vitest';
import { FileBodyGuard } from './file-body.guard.ts';
import { RequestState } from './http-request.ts';

const MIB = 1024 * 1024;

/** A file that a caller sends; the reply closes with `end`. */
function sent(caller: string, body: Readable): { context: ExecutionContext; end: () => void } {
  const easel = new RequestState('request', 'correlation');
  easel.caller = { kind: 'member', id: caller, sessionId: 'session' };
  easel.route = uploadsHttp.send;
  const raw = new EventEmitter();
  const http = { getRequest: () => ({ easel, headers: {}, body }), getResponse: () => ({ raw }) };
  return { context: { switchToHttp: () => http } as unknown as ExecutionContext, end: () => raw.emit('close') };
}

const whole = (bytes: number): Readable => Readable.from([Buffer.alloc(bytes)]);

/** A file whose first byte has arrived, and nothing since. */
function trickling(): Readable {
  const body = new Readable({ read: () => undefined });
  body.push(Buffer.alloc(1));
  return body;
}

test('takes a file while files of others trickle in', async () => {
  const guard = new FileBodyGuard();
  for (let n = 0; n < 30; n++) void guard.canActivate(sent(`slow ${n}`, trickling()).context);
  expect(await guard.canActivate(sent('one', whole(10 * MIB)).context)).toBe(true);
});

test('keeps 80 MiB of files in memory, and refuses more until a reply is sent', async () => {
  const guard = new FileBodyGuard();
  const held = Array.from({ length: 8 }, (_, n) => sent(`member ${n}`, whole(10 * MIB)));
  for (const { context } of held) await guard.canActivate(context);
  const one = () => guard.canActivate(sent('one', whole(10 * MIB)).context);
  await expect(one()).rejects.toMatchObject({ problem: { status: 503 } });
  held[0]?.end();
  expect(await one()).toBe(true);
});

test('counts nothing that arrives after the connection was lost', async () => {
  const guard = new FileBodyGuard();
  for (let n = 0; n < 9; n++) {
    const lost = sent('one', whole(10 * MIB));
    const reading = guard.canActivate(lost.context);
    lost.end();
    await expect(reading).rejects.toMatchObject({ problem: { status: 503 } });
  }
  expect(await guard.canActivate(sent('other', whole(10 * MIB)).context)).toBe(true);
});

test('takes three files of a caller at the same time', async () => {
  const guard = new FileBodyGuard();
  const file = () => sent('one', whole(1));
  const held = [file(), file(), file()];
  for (const { context } of held) await guard.canActivate(context);
  await expect(guard.canActivate(file().context)).rejects.toMatchObject({ problem: { status: 503 } });
  held[0]?.end();
  expect(await guard.canActivate(file().context)).toBe(true);
});
