import { expect, test } from 'vitest';
import { unsteadyTests } from '../../../.ci/unsteady.mjs';

test('lists a test that was unsteady twice in one run once', () => {
  expect(unsteadyTests(['a', 'b', 'a'], [])).toEqual({ names: ['a', 'b'], again: [] });
});

test('names a test that was unsteady in an earlier run as well', () => {
  expect(unsteadyTests(['a', 'b'], ['b', 'c'])).toEqual({ names: ['a', 'b'], again: ['b'] });
});
