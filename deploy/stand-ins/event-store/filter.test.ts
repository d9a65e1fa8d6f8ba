import streamsPb, { type ReadReq } from '@eventstore/db-client/generated/streams_pb.js';
import { describe, expect, test } from 'vitest';
import { StoreError } from './errors.ts';
import { filterSpec, makeFilter } from './filter.ts';

const { FilterOptions } = streamsPb.ReadReq.Options;

const expression = (regex: string, ...prefixes: string[]) =>
  new FilterOptions.Expression().setRegex(regex).setPrefixList(prefixes);

const options = () => new FilterOptions().setCheckpointintervalmultiplier(1);

const matches = (filter: ReadReq.Options.FilterOptions, stream: string, type: string) =>
  makeFilter(filterSpec(filter)).matches({
    stream,
    type,
    position: 1,
    revision: 0,
    createdMs: 0,
    link: undefined,
    bytes: Buffer.alloc(0),
  });

describe('a filter', () => {
  test('on stream names by prefixes', () => {
    const filter = options().setStreamIdentifier(expression('', 'order-', 'member-'));
    expect(matches(filter, 'order-1', 't')).toBe(true);
    expect(matches(filter, 'member-1', 't')).toBe(true);
    expect(matches(filter, 'orders', 't')).toBe(false);
  });

  test('on event types by a regular expression', () => {
    const filter = options().setEventType(expression('^[^$].*'));
    expect(matches(filter, '$$s', 'Counted')).toBe(true);
    expect(matches(filter, 's', '$metadata')).toBe(false);
  });

  test('puts a checkpoint after its multiplier times its window, or times 32', () => {
    const filter = () => new FilterOptions().setEventType(expression('', 'a')).setCheckpointintervalmultiplier(3);
    expect(makeFilter(filterSpec(filter())).checkpointInterval).toBe(96);
    expect(makeFilter(filterSpec(filter().setMax(50))).checkpointInterval).toBe(150);
  });

  test.each([
    ['no expression', options()],
    ['an empty expression', options().setEventType(expression(''))],
    ['a bad regular expression', options().setEventType(expression('('))],
    ['a multiplier of 0', new FilterOptions().setEventType(expression('', 'a'))],
  ])('is refused with %s', (_, filter) => expect(() => makeFilter(filterSpec(filter))).toThrow(StoreError));
});
