import { expect, test } from 'vitest';
import { stepAt, stepsOf, type Step, type StepsFor } from './checkout-steps.ts';

const filled =
  (...steps: Step[]) =>
  (step: Step) =>
    steps.includes(step);

const files: StepsFor = { testMode: false, isDelivered: false };
const testFiles: StepsFor = { ...files, testMode: true };
const prints: StepsFor = { testMode: false, isDelivered: true };
const testPrints: StepsFor = { ...prints, testMode: true };

test('products have an address step, and test mode leaves the payment out', () => {
  expect(stepsOf(prints)).toEqual(['personal', 'address', 'payment', 'review']);
  expect(stepsOf(testPrints)).toEqual(['personal', 'address', 'review']);
  expect(stepsOf(files)).toEqual(['personal', 'payment', 'review']);
  expect(stepsOf(testFiles)).toEqual(['personal', 'review']);
});

test.each([
  [null, files, filled('personal', 'payment'), 'personal'],
  ['nonsense', files, filled('personal', 'payment'), 'personal'],
  ['review', files, filled('personal', 'payment'), 'review'],
  ['review', files, filled('personal'), 'payment'],
  ['review', files, filled('payment'), 'personal'],
  ['payment', files, filled('personal'), 'payment'],
  ['payment', testFiles, filled('personal'), 'review'],
  ['review', testFiles, filled(), 'personal'],
  ['address', files, filled('personal'), 'payment'],
  ['address', prints, filled('personal'), 'address'],
  ['payment', prints, filled('personal'), 'address'],
  ['review', prints, filled('personal', 'address', 'payment'), 'review'],
  ['payment', testPrints, filled('personal', 'address'), 'review'],
] as const)('asked for %s of %j shows the first step that is not filled in', (asked, about, isFilled, step) => {
  expect(stepAt(asked, about, isFilled)).toBe(step);
});
