import { randomUUID } from 'node:crypto';
import { Refused, problems } from '@easel/contracts/kernel/problem';
import { streamKind } from '@easel/contracts/kernel/stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { decide, DecideHandler, Deciders, type Decide } from './decide.ts';
import type { Decider } from './decider.ts';
import type { CommandContext, DeciderRunner } from './decider-runner.ts';

type Rung = { type: 'Rung'; data: { at: string } };
type BellCommand = { type: 'Ring'; at: Date } | { type: 'Muffle' };

const bells = streamKind({ category: 'bell', subject: 'command' });
const bell: Decider<number, BellCommand, Rung> = {
  initial: () => 0,
  decide(command) {
    if (command.type === 'Muffle') throw new Refused(problems.unavailable);
    return [{ type: 'Rung', data: { at: command.at.toISOString() } }];
  },
  evolve: (rung) => rung + 1,
};
const now = new Date('2026-11-24T10:00:00.000Z');
const context: CommandContext = { key: 'k', actor: { kind: 'system', id: 'a test' }, correlationId: randomUUID() };

/** A runner that decides from nothing and tells what it was given. */
type Execute = (stream: string, decider: typeof bell, command: BellCommand) => Promise<{ facts: readonly Rung[] }>;
const executed = vi.fn<Execute>(async (_stream, { decide: rule, initial }, command) => ({
  facts: rule(command, initial()),
}));
const deciders = () => new Deciders({ execute: executed } as unknown as DeciderRunner);

let handler: DecideHandler;
const send = (command: Decide): Promise<void> => handler.execute(command);

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  executed.mockClear();
  const mountedOnce = deciders();
  mountedOnce.mount(bells, bell);
  handler = new DecideHandler(mountedOnce);
});
afterEach(() => {
  vi.useRealTimers();
});

test('a command goes to the decider of its stream, dated when it is decided', async () => {
  await send(decide<BellCommand>(bells, '7', { type: 'Ring' }, context));
  expect(executed.mock.calls).toEqual([['bell-7', bell, { type: 'Ring', at: now }, context]]);
});

test('one that says when it is decided is left as it is', async () => {
  const at = new Date('2026-11-01T00:00:00.000Z');
  await send(decide<BellCommand>(bells, '7', { type: 'Ring', at }, context));
  expect(executed.mock.calls[0]?.[2]).toEqual({ type: 'Ring', at });
});

test('what the decider refuses is refused', async () => {
  await expect(send(decide<BellCommand>(bells, '7', { type: 'Muffle' }, context))).rejects.toThrow(Refused);
});

test('a category has one decider, and without one nothing is decided', async () => {
  const none = deciders();
  await expect(none.run(decide<BellCommand>(bells, '7', { type: 'Muffle' }, context))).rejects.toThrow(
    'no feature has mounted a decider of bell',
  );
  none.mount(bells, bell);
  expect(() => none.mount(bells, bell)).toThrow('there is a decider of bell already');
});
