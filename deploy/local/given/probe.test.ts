import { expect, test } from 'vitest';
import { away, READY, refused, together } from './probe.ts';

test.each([
  ['one host speaks for itself', [['a', away('nothing listens there')]], away('nothing listens there')],
  [
    'several that are away are waited for',
    [
      ['a', away('nothing listens there')],
      ['b', away('it does not answer')],
    ],
    away('a: nothing listens there; b: it does not answer'),
  ],
  [
    'a fault is told, not waited on',
    [
      ['a', away('nothing listens there')],
      ['b', refused('b refuses the password')],
    ],
    refused('b refuses the password'),
  ],
  [
    'one that is well is enough, and what is wrong with the others is told once',
    [
      ['a', refused('The leader is odd')],
      ['b', READY],
      ['c', refused('The leader is odd')],
      ['d', away('no way leads there')],
    ],
    { kind: 'ready', warnings: ['The leader is odd', 'd: no way leads there'] },
  ],
] as const)('%s', (_, hosts, answer) => {
  expect(together(hosts)).toEqual(answer);
});
