import { expect, test } from 'vitest';
import { stepAt, type Step } from './checkout-steps.ts';

const filled =
  (...steps: Step[]) =>
  (step: Step) =>
    steps.includes(step);

test.each([
  [null, false, filled('personal', 'payment'), 'personal'],
  ['nonsense', false, filled('personal', 'payment'), 'personal'],
  ['review', false, filled('personal', 'payment'), 'review'],
  ['review', false, filled('personal'), 'payment'],
  ['review', false, filled('payment'), 'personal'],
  ['payment', false, filled('personal'), 'payment'],
  ['payment', true, filled('personal'), 'review'],
  ['review', true, filled(), 'personal'],
] as const)(
  'asked for %s with test mode %s shows the first step that is not filled in',
  (asked, mode, isFilled, step) => {
    expect(stepAt(asked, mode, isFilled)).toBe(step);
  },
);
