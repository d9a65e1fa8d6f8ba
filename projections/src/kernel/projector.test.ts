import { expect, test } from 'vitest';
import { tallyProjector, type TallyFact } from '../testing/tally.projector.ts';
import { projectorOf, readModel, type RowBatch } from './projector.ts';

const tally = tallyProjector();
const { on: _on, ignores: _ignores, ...rest } = tally;
const of = projectorOf<TallyFact, RowBatch>();
const handle = (): void => undefined;

test('what a projector ignores is known to it, and makes no row', () => {
  const model = readModel(tally);
  expect(['Counted', 'Cleared', 'Renamed'].filter((type) => model.knows(type))).toEqual(['Counted', 'Cleared']);
});

test('a projector whose rows hold words has a schema for each ICU that splits them', () => {
  const icu = process.versions['icu']?.replace('.', '_');
  expect(readModel(tally).schema).toMatch(/_v1$/);
  expect(readModel({ ...tally, holdsWords: true }).schema).toBe(`${readModel(tally).schema}_icu${icu}`);
});

test('every fact is handled or ignored, once, or the projector does not compile', () => {
  of({ ...rest, on: { Counted: handle, Cleared: handle } });
  of({ ...rest, on: { Counted: handle }, ignores: ['Cleared'] });
  of({ ...rest, on: {}, ignores: ['Counted', 'Cleared'] });
  // @ts-expect-error `Cleared` is missing
  of({ ...rest, on: { Counted: handle } });
  // @ts-expect-error `Counted` is missing
  of({ ...rest, on: {}, ignores: ['Cleared'] });
  // @ts-expect-error `Cleared` is handled and ignored
  of({ ...rest, on: { Counted: handle, Cleared: handle }, ignores: ['Cleared'] });
  // @ts-expect-error `Cleared` is ignored twice
  of({ ...rest, on: { Counted: handle }, ignores: ['Cleared', 'Cleared'] });
  // @ts-expect-error nothing is called `Renamed`
  of({ ...rest, on: { Counted: handle }, ignores: ['Cleared', 'Renamed'] });
  // @ts-expect-error nothing is called `Renamed`
  of({ ...rest, on: { Counted: handle, Cleared: handle, Renamed: handle } });
});
