import { EventEmitter, once } from 'node:events';
import { pino, type Logger } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MAX_PAYLOAD_BYTES } from './bus-message.ts';
import type { Bus } from './bus.ts';

/** A server that carries a bus, in the hands of a test. */
export interface BusServer {
  open(logger: Logger): Promise<Bus>;
  /** Breaks every connection and refuses new ones. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Keeps every connection, and answers nothing until it goes on. */
  hang(): void;
  goOn(): void;
  remove(): Promise<void>;
}

/** Everything a subscriber was given, to be awaited. */
class Ear extends EventEmitter {
  readonly heard: unknown[] = [];
  readonly handler = (payload: unknown): void => {
    this.heard.push(payload);
    this.emit('heard');
  };

  async has(count: number): Promise<readonly unknown[]> {
    while (this.heard.length < count) await once(this, 'heard');
    return this.heard;
  }
}

/** The lines a bus logs, to be awaited. */
class Journal extends EventEmitter {
  readonly lines: string[] = [];
  readonly logger = pino({ level: 'info' }, { write: (line) => this.add(line) });

  private add(line: string): void {
    this.lines.push(line);
    this.emit('line');
  }

  /** A line that matches, written after the first `from` lines. */
  async tells(pattern: RegExp, from: number): Promise<void> {
    while (!this.lines.slice(from).some((line) => pattern.test(line))) await once(this, 'line');
  }
}

const LOST = /lost/;
const BACK = /Connected to the bus|Listening to notifications/;

/** What both kinds of bus must do alike. */
export function describeBus(kind: Bus['kind'], begin: () => Promise<BusServer>): void {
  describe(`the ${kind} bus`, () => {
    let server: BusServer;
    let journal: Journal;
    let other: Journal;
    let here: Bus;
    let there: Bus;

    beforeAll(async () => {
      server = await begin();
    });
    afterAll(() => server.remove());
    beforeEach(async () => {
      [journal, other] = [new Journal(), new Journal()];
      [here, there] = await Promise.all([server.open(journal.logger), server.open(other.logger)]);
    });
    afterEach(async () => {
      await server.start();
      await Promise.all([here.close(), there.close()]);
    });

    it('says its kind', () => {
      expect(here.kind).toBe(kind);
    });

    it('brings a hint to every subscriber, in this process and in others', async () => {
      const ears = [new Ear(), new Ear(), new Ear()];
      await here.subscribe('render.requested', ears[0]?.handler ?? fail);
      await here.subscribe('render.requested', ears[1]?.handler ?? fail);
      await there.subscribe('render.requested', ears[2]?.handler ?? fail);
      there.publish('render.requested', { id: 1 });
      here.publish('render.requested', { id: 2 });
      for (const ear of ears) expect(new Set(await ear.has(2))).toEqual(new Set([{ id: 1 }, { id: 2 }]));
    });

    it('keeps the order of one publisher, in a burst', async () => {
      const ear = new Ear();
      await there.subscribe('burst', ear.handler);
      const numbers = Array.from({ length: 500 }, (_, n) => n);
      for (const n of numbers) here.publish('burst', n);
      expect(await ear.has(500)).toEqual(numbers);
    });

    it('leaves JSON as it is', async () => {
      const ear = new Ear();
      await there.subscribe('json', ear.handler);
      const payloads = [
        { text: "Grüße, “quotes”, 'single', back\\slash, 漢字, 🎨, \u2028 and \n\t\r lines; $1 %s" },
        [1, -0.5, 1e21, true, null, 'x', { deep: [[{}]] }],
        'text',
        null,
        { id: 'x'.repeat(MAX_PAYLOAD_BYTES - 9) },
      ];
      for (const payload of payloads) here.publish('json', payload);
      expect(await ear.has(payloads.length)).toEqual(payloads);
    });

    it('gives each subscriber a payload of its own', async () => {
      const ear = new Ear();
      await here.subscribe('own', (payload) => Object.assign(payload as object, { changed: true }));
      await here.subscribe('own', ear.handler);
      there.publish('own', { id: 1 });
      expect(await ear.has(1)).toEqual([{ id: 1 }]);
    });

    it('matches subjects whole', async () => {
      const ear = new Ear();
      const subjects = ['a', 'a.b', 'a.b.c', 'a.bc', 'A.b', 'a.b-c_D9'];
      for (const subject of subjects) await here.subscribe(subject, () => ear.handler(subject));
      for (const subject of [...subjects, 'a.x', 'b']) there.publish(subject, null);
      await here.subscribe('end', ear.handler);
      there.publish('end', 'end');
      expect(await ear.has(subjects.length + 1)).toEqual([...subjects, 'end']);
    });

    it.each(['', '.', 'a.', '.a', 'a..b', 'a b', 'a.*', 'a.>', 'ä', 'a\nb', 'a'.repeat(201)])(
      'refuses the subject %j',
      async (subject) => {
        expect(() => here.publish(subject, null)).toThrow(TypeError);
        await expect(here.subscribe(subject, () => undefined)).rejects.toThrow(TypeError);
      },
    );

    it('refuses what is too much for a hint', () => {
      expect(() => here.publish('large', 'ü'.repeat(MAX_PAYLOAD_BYTES / 2))).toThrow(RangeError);
    });

    it('stops for who has unsubscribed, and for nobody else', async () => {
      const [ear, witness] = [new Ear(), new Ear()];
      const stop = await here.subscribe('news', ear.handler);
      await here.subscribe('news', witness.handler);
      there.publish('news', 1);
      await Promise.all([ear.has(1), witness.has(1)]);
      await stop();
      await stop();
      there.publish('news', 2);
      await witness.has(2);
      const again = new Ear();
      await here.subscribe('news', again.handler);
      there.publish('news', 3);
      expect([await again.has(1), await witness.has(3), ear.heard]).toEqual([[3], [1, 2, 3], [1]]);
    });

    it('logs the error of a handler, thrown or rejected, and goes on', async () => {
      const ear = new Ear();
      await here.subscribe('faulty', () => {
        throw new Error('thrown');
      });
      const rejecting = (): unknown => Promise.reject(new Error('rejected'));
      await here.subscribe('faulty', rejecting);
      await here.subscribe('faulty', ear.handler);
      there.publish('faulty', 1);
      there.publish('faulty', 2);
      expect(await ear.has(2)).toEqual([1, 2]);
      await journal.tells(/"thrown"/, 0);
      await journal.tells(/"rejected"/, 0);
    });

    it('loses hints while the server is away, throws nothing, and is back with it by itself', async () => {
      const [mine, yours] = [new Ear(), new Ear()];
      await here.subscribe('news', mine.handler);
      await there.subscribe('news', yours.handler);
      for (let round = 1; round <= 2; round++) {
        const [before, otherBefore] = [journal.lines.length, other.lines.length];
        await server.stop();
        await Promise.all([journal.tells(LOST, before), other.tells(LOST, otherBefore)]);
        for (let lost = 0; lost < 2_000; lost++) here.publish('news', 'lost');
        const late = new Ear();
        await there.subscribe(`late.${round}`, late.handler);
        await server.start();
        await Promise.all([journal.tells(BACK, before), other.tells(BACK, otherBefore)]);
        there.publish('news', `yours ${round}`);
        await yours.has(2 * round - 1);
        here.publish('news', `mine ${round}`);
        there.publish(`late.${round}`, round);
        expect(await late.has(1)).toEqual([round]);
        await Promise.all([mine.has(2 * round), yours.has(2 * round)]);
      }
      for (const ear of [mine, yours])
        expect(new Set(ear.heard)).toEqual(new Set(['yours 1', 'mine 1', 'yours 2', 'mine 2']));
    });

    it('opens while the server is away', async () => {
      await server.stop();
      const journalOfLate = new Journal();
      const late = await server.open(journalOfLate.logger);
      const ear = new Ear();
      await late.subscribe('news', ear.handler);
      late.publish('news', 'lost');
      await server.start();
      await journalOfLate.tells(BACK, 0);
      late.publish('news', 'heard');
      expect(await ear.has(1)).toEqual(['heard']);
      await late.close();
    });

    it('waits for nothing while the server hangs, neither to subscribe nor to publish', async () => {
      const ear = new Ear();
      server.hang();
      await here.subscribe('news', ear.handler);
      here.publish('news', 'late');
      server.goOn();
      expect(await ear.has(1)).toEqual(['late']);
    });

    it('says that hints get lost while the server is away, and that they get through when it is back', async () => {
      await here.check();
      const before = journal.lines.length;
      await server.stop();
      await journal.tells(LOST, before);
      await expect(here.check()).rejects.toMatchObject({ name: 'NotReady' });
      await server.start();
      await journal.tells(BACK, before);
      await here.check();
    });

    it('closes while the server is away, and publishes nothing more', async () => {
      await server.stop();
      const late = await server.open(journal.logger);
      await late.close();
      late.publish('news', 'nobody');
    });
  });
}

const fail = (): never => {
  throw new Error('there is an ear for each');
};
