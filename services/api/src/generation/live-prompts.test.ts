import type { Recorded } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { Recorder, requestedFact } from '../testing/generation-facts.ts';
import { Prompts } from './live-prompts.ts';

/** A log of requests whose prompts are the ids, and what was read of it. */
function library(change: (fact: Recorded) => Recorded = (fact) => fact) {
  const read: string[] = [];
  const log = {
    async *read(stream: string) {
      read.push(stream);
      const generationId = stream.slice('generation-'.length);
      if (generationId === 'none') return;
      yield change(new Recorder().record(requestedFact({ generationId, prompt: `of ${generationId}` }))) as never;
    },
  };
  return { read, log };
}

test('what is remembered is not read, what is not is read once', async () => {
  const { read, log } = library();
  const prompts = new Prompts(log, 100);
  prompts.remember('a', 'a lake');
  expect(await Promise.all([prompts.of('a'), prompts.of('b')])).toEqual(['a lake', 'of b']);
  expect([await prompts.of('b'), prompts.known('b'), prompts.known('c'), read]).toEqual([
    'of b',
    'of b',
    undefined,
    ['generation-b'],
  ]);
});

test('beyond the room there is, the oldest are forgotten', () => {
  const prompts = new Prompts(library().log, 10);
  for (const id of ['a', 'b', 'c']) prompts.remember(id, 'xxxx');
  expect(['a', 'b', 'c'].map((id) => prompts.known(id))).toEqual([undefined, 'xxxx', 'xxxx']);
  prompts.forget('b');
  prompts.remember('d', 'xxxx');
  expect([prompts.known('c'), prompts.known('d')]).toEqual(['xxxx', 'xxxx']);
  prompts.remember('e', 'a prompt longer than all the room');
  expect(prompts.known('e')).toBeDefined();
});

test('what is not there or cannot be read is empty', async () => {
  const broken = library((fact) => ({ ...fact, unreadable: { why: 'invalid', detail: 'a test' } }));
  expect([await new Prompts(library().log, 10).of('none'), await new Prompts(broken.log, 10).of('a')]).toEqual([
    '',
    '',
  ]);
});

test('of an adopted picture the words are those of its member', async () => {
  const ids = { generationId: 'a', memberId: 'm' };
  const facts = [
    requestedFact({ generationId: 'a', memberId: 'v', prompt: '[erased]', trial: true }),
    { type: 'GenerationAdopted', data: { ...ids, visitorId: 'v', prompt: 'a lake' } },
  ] as const;
  const log = {
    async *read() {
      const recorder = new Recorder();
      for (const fact of facts) yield recorder.record(fact) as never;
    },
  };
  expect(await new Prompts(log, 100).of('a')).toBe('a lake');
});
