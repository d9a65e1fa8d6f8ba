import { createParser } from 'eventsource-parser';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { eventReader, type StreamEvent } from './event-stream.ts';

function read(...pieces: string[]): StreamEvent[] {
  const events: StreamEvent[] = [];
  const feed = eventReader((event) => events.push(event));
  for (const piece of pieces) feed(piece);
  return events;
}

test('an event has a name, an id and lines of data, or some of them', () => {
  expect(read('event: job\nid: 7\ndata: a\ndata:  b\n\ndata\n\n')).toEqual([
    { event: 'job', id: '7', data: 'a\n b' },
    { event: undefined, id: undefined, data: '' },
  ]);
});

test('comments, what has no data, unknown fields and what is not finished are no events', () => {
  expect(read(': hello\n\nevent: job\n\nretry: 5\nother: x\n\ndata: late')).toEqual([]);
});

test('an id with a NUL in it is none', () => {
  expect(read('id: a\0b\ndata: x\n\n')).toEqual([{ event: undefined, id: undefined, data: 'x' }]);
});

test('an event without end is given up', () => {
  const feed = eventReader(() => undefined);
  expect(() => {
    for (let n = 0; n < 20; n++) feed(`data: ${'x'.repeat(100_000)}\n`);
  }).toThrow(RangeError);
  expect(() => eventReader(() => undefined)('x'.repeat(1_000_001))).toThrow(RangeError);
});

const lines = fc.array(
  fc.oneof(
    fc.constantFrom(
      '',
      '',
      'data',
      ': a comment',
      'event: job',
      'event:',
      'id: 7',
      'id:',
      'other: x',
      'data:  {"n":1}',
    ),
    fc.stringMatching(/^[a-z:] ?[^\r\n\0]{0,12}$/),
  ),
  { maxLength: 30 },
);
const text = fc
  .tuple(lines, fc.constantFrom('\n', '\r\n', '\r'))
  .map(([some, end]) => some.map((line) => line + end).join(''));

test('any text reads as another reader has it, however it is cut', () => {
  fc.assert(
    fc.property(text, fc.array(fc.nat(40), { maxLength: 20 }), (whole, cuts) => {
      const expected: StreamEvent[] = [];
      // A line's end that may be half of one is waited for.
      const parser = createParser({ onEvent: ({ event, id, data }) => expected.push({ event, id, data }) });
      parser.feed(`${whole}\n`);
      const pieces: string[] = [];
      let left = `${whole}\n`;
      for (const cut of cuts) {
        pieces.push(left.slice(0, cut));
        left = left.slice(cut);
      }
      expect(read(...pieces, left)).toEqual(expected);
    }),
  );
});
