import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { expect, test, vi } from 'vitest';
import { fileReply, type FileReply } from './file-reply.ts';

/** A reply, and what happens when its caller leaves. */
function replyToCaller() {
  const raw = Object.assign(new EventEmitter(), { destroyed: false });
  const reply = { raw, headers: () => undefined } as unknown as FastifyReply;
  const leave = (): void => {
    raw.destroyed = true;
    raw.emit('close');
  };
  return { reply, leave };
}

function file(over: Partial<FileReply> = {}) {
  const stream = Readable.from(['a picture']);
  const parts = {
    open: vi.fn<FileReply['open']>(() => Promise.resolve({ stream, bytes: 9 })),
    count: vi.fn<() => Promise<void>>(() => Promise.resolve()),
  };
  return { stream, ...parts, all: { type: 'image/png', headers: { etag: '"1"' }, ...parts, ...over } };
}

test('opens and counts a file whose headers are valid', async () => {
  const { reply } = replyToCaller();
  const { all, stream, count } = file({ disposition: 'attachment; filename=a.png' });
  const sent = await fileReply(reply, all);
  expect(sent.getStream()).toBe(stream);
  expect(sent.getHeaders()).toEqual({ type: 'image/png', length: 9, disposition: 'attachment; filename=a.png' });
  expect(count).toHaveBeenCalledOnce();
});

test('neither opens nor counts a file where a header cannot be sent', async () => {
  const { all, open, count } = file({ disposition: 'attachment; filename=лиса.png' });
  await expect(fileReply(replyToCaller().reply, all)).rejects.toThrow('Invalid character in header');
  expect(open).not.toHaveBeenCalled();
  expect(count).not.toHaveBeenCalled();
});

test('counts nothing where the file cannot be opened', async () => {
  const { all, count } = file({ open: () => Promise.reject(new Error('gone')) });
  await expect(fileReply(replyToCaller().reply, all)).rejects.toThrow('gone');
  expect(count).not.toHaveBeenCalled();
});

test('counts nothing for a caller who left, and closes the file', async () => {
  const { reply, leave } = replyToCaller();
  const { all, stream, count } = file();
  leave();
  expect((await fileReply(reply, all)).getHeaders().length).toBe(9);
  expect(stream.destroyed).toBe(true);
  expect(count).not.toHaveBeenCalled();
});

test('closes the file of a caller who leaves while the download is counted', async () => {
  const { reply, leave } = replyToCaller();
  const { all, stream } = file({ count: () => Promise.resolve(leave()) });
  await fileReply(reply, all);
  expect(stream.destroyed).toBe(true);
});

test('closes the file where the download cannot be counted', async () => {
  const { all, stream } = file({ count: () => Promise.reject(new Error('no log')) });
  await expect(fileReply(replyToCaller().reply, all)).rejects.toThrow('no log');
  expect(stream.destroyed).toBe(true);
});
