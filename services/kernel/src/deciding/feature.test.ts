import { streamKind } from '@easel/contracts/kernel/stream';
import { Controller, Get, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Command } from '@nestjs/cqrs';
import { afterEach, expect, test } from 'vitest';
import { decide, Deciders } from './decide.ts';
import type { Decider } from './decider.ts';
import type { DeciderRunner } from './decider-runner.ts';
import { feature } from './feature.ts';
import { ProcessManagers, type ProcessManager } from '../following/process-managers.ts';

type Rung = { type: 'Rung'; data: object };
type BellCommand = { type: 'Ring' };

const bells = streamKind({ category: 'bell', subject: 'command' });
const bell: Decider<number, BellCommand, Rung> = {
  initial: () => 0,
  decide: () => [{ type: 'Rung', data: {} }],
  evolve: (rung) => rung + 1,
};
const ringBack: ProcessManager = {
  name: 'bells.ring-back',
  from: 'start',
  categories: ['bell'],
  on: {},
  command: () => new Command<void>(),
};

@Injectable()
class BellsLookup {}
@Injectable()
class Clappers {}
@Injectable()
class Visitor {
  constructor(readonly bells: BellsLookup) {}
}
@Controller()
class BellController {
  constructor(readonly clappers: Clappers) {}

  @Get('bell')
  ring(): string {
    return 'rung';
  }
}

const bellsFeature = feature({
  stream: bells,
  decider: bell,
  routes: [BellController],
  processes: [ringBack],
  lookups: [BellsLookup],
  providers: [Clappers],
});
const visitorsFeature = feature({ providers: [Visitor] });

const sent: string[] = [];
const runner = {
  execute: (stream: string) => Promise.resolve(sent.push(stream)),
} as unknown as DeciderRunner;

let close: () => Promise<void> = () => Promise.resolve();
afterEach(() => close());

async function startedWith(...features: DynamicModule[]) {
  const registries = [
    { provide: Deciders, useFactory: () => new Deciders(runner) },
    { provide: ProcessManagers, useFactory: () => new ProcessManagers() },
  ];
  @Module({})
  class Kernel {}
  const kernel: DynamicModule = { module: Kernel, global: true, providers: registries, exports: registries };
  @Module({ imports: [kernel, ...features] })
  class App {}
  const app = await NestFactory.createApplicationContext(App, { logger: false, abortOnError: false });
  close = () => app.close();
  return app;
}

test('a feature is mounted whole: its decider decides, its processes are there, its look-ups are everybody’s', async () => {
  const app = await startedWith(visitorsFeature, bellsFeature);
  const context = { key: 'k', actor: { kind: 'system', id: 'a test' }, correlationId: 'c' } as const;
  await app.get(Deciders, { strict: false }).run(decide<BellCommand>(bells, '7', { type: 'Ring' }, context));
  expect(sent).toEqual(['bell-7']);
  expect(app.get(ProcessManagers, { strict: false }).all()).toEqual([ringBack]);
  expect(app.get(Visitor, { strict: false }).bells).toBe(app.get(BellsLookup, { strict: false }));
  expect(app.get(BellController, { strict: false }).clappers).toBeInstanceOf(Clappers);
});

test('what it keeps to itself is nobody else’s', async () => {
  @Injectable()
  class Thief {
    constructor(readonly clappers: Clappers) {}
  }
  await expect(startedWith(bellsFeature, feature({ providers: [Thief] }))).rejects.toThrow('Clappers');
});

test('two features with one category, or one name of a process, do not start', async () => {
  await expect(startedWith(bellsFeature, feature({ stream: bells, decider: bell }))).rejects.toThrow(
    'there is a decider of bell already',
  );
  await expect(startedWith(bellsFeature, feature({ processes: [ringBack] }))).rejects.toThrow(
    'there is a process manager bells.ring-back already',
  );
});
