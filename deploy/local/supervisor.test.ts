import { expect, test } from 'vitest';
import { Supervisor, type Part, type Running } from './supervisor.ts';

type Served = Running & { port: number };

/** A part whose deaths and failures the test decides; it keeps its port as the real ones do. */
class Fake implements Part<Served> {
  readonly name: string;
  readonly ports: number[] = [];
  readonly #log: string[];
  #die = (): void => undefined;
  #failures = 0;

  constructor(name: string, log: string[]) {
    this.name = name;
    this.#log = log;
  }

  start(last?: Served): Promise<Served> {
    if (this.#failures > 0) {
      this.#failures -= 1;
      return Promise.reject(new Error('not yet'));
    }
    const exited = Promise.withResolvers<void>();
    this.#die = exited.resolve;
    const port = last?.port ?? 4_000 + this.ports.length;
    this.ports.push(port);
    this.#log.push(`start ${this.name}`);
    const stop = () => {
      this.#log.push(`stop ${this.name}`);
      exited.resolve();
      return Promise.resolve();
    };
    return Promise.resolve({
      port,
      stop,
      kill: () => void stop(),
      onExit: (done: () => void) => void exited.promise.then(done),
    });
  }

  die(failures = 0): void {
    this.#failures = failures;
    this.#die();
  }
}

/** A supervisor with a clock of its own, and its reports one by one. */
function supervised() {
  const [log, pauses, heard]: [string[], number[], string[]] = [[], [], []];
  let clockMs = 0;
  let wake = (): void => undefined;
  const supervisor = new Supervisor({
    report: (line) => {
      heard.push(line);
      wake();
    },
    pause: (ms) => Promise.resolve(pauses.push(ms)),
    now: () => clockMs,
  });
  const reported = async (line: string) => {
    while (!heard.includes(line)) await new Promise<void>((resolve) => (wake = resolve));
    heard.length = 0;
  };
  return { supervisor, log, pauses, reported, heard, advance: (ms: number) => (clockMs += ms) };
}

test('a part that dies is started again with the port it had', async () => {
  const { supervisor, log, reported } = supervised();
  const part = new Fake('store', log);
  await supervisor.start<Served>(part);
  part.die();
  await reported('store is back');
  expect(part.ports).toEqual([4_000, 4_000]);
});

test('each try waits twice as long, up to five seconds', async () => {
  const { supervisor, log, pauses, reported } = supervised();
  const part = new Fake('store', log);
  await supervisor.start<Served>(part);
  part.die(8);
  await reported('store is back');
  expect(pauses).toEqual([100, 200, 400, 800, 1_600, 3_200, 5_000, 5_000, 5_000]);
});

test('a part that dies again at once waits on; one that was well begins anew', async () => {
  const { supervisor, log, pauses, reported, advance } = supervised();
  const part = new Fake('store', log);
  await supervisor.start<Served>(part);
  for (const livedMs of [0, 0, 60_000]) {
    advance(livedMs);
    part.die();
    await reported('store is back');
  }
  expect(pauses).toEqual([100, 200, 100]);
});

test('a part that is to be restarted is stopped first, and keeps its port', async () => {
  const { supervisor, log, heard } = supervised();
  const part = new Fake('store', log);
  await supervisor.start<Served>(part);
  await supervisor.restart('store');
  expect(log).toEqual(['start store', 'stop store', 'start store']);
  expect(part.ports).toEqual([4_000, 4_000]);
  expect(heard).toEqual(['store is back']);
  expect(supervisor.has('nobody')).toBe(false);
  await expect(supervisor.restart('nobody')).rejects.toThrow('there is no part nobody');
});

test('parts stop in the opposite order, and none is started again', async () => {
  const { supervisor, log, heard } = supervised();
  for (const name of ['postgres', 'store', 'app']) await supervisor.start<Served>(new Fake(name, log));
  await supervisor.stop();
  expect(log).toEqual(['start postgres', 'start store', 'start app', 'stop app', 'stop store', 'stop postgres']);
  expect(heard).toEqual([]);
});

test('stops parts that start together in the reverse order of their starts', async () => {
  const { supervisor, log } = supervised();
  const slow = new Fake('postgres', log);
  const finish = Promise.withResolvers<void>();
  const starting = [
    supervisor.start<Served>({ name: 'postgres', start: async () => (await finish.promise, slow.start()) }),
    supervisor.start<Served>(new Fake('bus', log)),
  ];
  const stopped = supervisor.stop();
  await new Promise(setImmediate);
  expect(log).toEqual(['start bus', 'stop bus']);
  finish.resolve();
  await Promise.all([...starting, stopped]);
  expect(log).toEqual(['start bus', 'stop bus', 'start postgres', 'stop postgres']);
});

test('a stop while a part is being restarted waits for it and stops it too', async () => {
  const started = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const log: string[] = [];
  const part = new Fake('store', log);
  const slow: Part<Served> = {
    name: 'store',
    start: async (last) => {
      if (last) {
        started.resolve();
        await finish.promise;
      }
      return part.start(last);
    },
  };
  const { supervisor } = supervised();
  await supervisor.start<Served>(slow);
  part.die();
  await started.promise;
  const stopped = supervisor.stop();
  finish.resolve();
  await stopped;
  expect(log).toEqual(['start store', 'start store', 'stop store']);
});

test('the first start’s failure is the caller’s', async () => {
  const { supervisor, log } = supervised();
  const part = new Fake('store', log);
  part.die(1);
  await expect(supervisor.start<Served>(part)).rejects.toThrow('not yet');
});

/** A part that answers only when the test lets it, and the moments between the questions it is asked. */
async function asked() {
  const [heard, rests, answers]: [string[], (() => void)[], (() => void)[]] = [[], [], []];
  const supervisor = new Supervisor({
    report: (line) => heard.push(line),
    pause: (ms) => (ms === 2_000 ? new Promise<void>((resolve) => rests.push(resolve)) : Promise.resolve()),
  });
  const fake = new Fake('imaging', []);
  await supervisor.start<Served>({
    name: 'imaging',
    start: async (last) => ({
      ...(await fake.start(last)),
      answers: () => new Promise<void>((resolve) => answers.push(resolve)),
    }),
  });
  const askAgain = async (times: number) => {
    for (let time = 0; time < times; time++) {
      rests.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { supervisor, heard, answers, askAgain };
}

test('a part that leaves fifteen questions in a row unanswered is killed and started again', async () => {
  const { supervisor, heard, answers, askAgain } = await asked();
  await askAgain(14);
  expect([answers.length, heard]).toEqual([15, []]);
  await askAgain(1);
  expect(heard).toEqual(['imaging hangs: no answer for 30 s; replacing it', 'imaging is back']);
  await supervisor.stop();
});

test('a late answer to any question shows that a busy part does not hang', async () => {
  const { supervisor, heard, answers, askAgain } = await asked();
  await askAgain(14);
  answers[0]?.();
  await askAgain(15);
  expect(heard).toEqual([]);
  await askAgain(1);
  expect(heard).toContain('imaging is back');
  await supervisor.stop();
});

test('a part that ended is asked nothing more', async () => {
  const { supervisor, answers, askAgain } = await asked();
  await supervisor.stop();
  await askAgain(3);
  expect(answers).toHaveLength(1);
});
