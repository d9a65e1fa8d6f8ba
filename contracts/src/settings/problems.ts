import { defineProblems } from '../kernel/problem.ts';

export const settingsProblems = defineProblems('settings', {
  /** With `errors`, a line each. */
  listFaulty: [422, 'The price list is not complete'],
  /** With `version`, the one in force. */
  listMoved: [409, 'The price list was revised meanwhile. Please reload and try again.'],
});

export const checkoutProblems = defineProblems('checkout', {
  /** With `present`: the settings as they stand. */
  changed: [409, 'Somebody else has changed the checkout’s settings meanwhile.'],
});
