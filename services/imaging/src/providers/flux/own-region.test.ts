import { expect, test } from 'vitest';
import { mayHaveKey } from './own-region.ts';

const BFL = 'https://api.bfl.ai';

test.each([
  [BFL, 'https://api.bfl.ai/v1/get_result?id=1', true],
  [BFL, 'https://api.eu2.bfl.ai/v1/get_result?id=1', true],
  [BFL, 'http://api.eu2.bfl.ai/v1/get_result?id=1', false],
  [BFL, 'https://api.eu2.bfl.ai:8443/v1/get_result?id=1', false],
  [BFL, 'https://bfl.ai.example/v1/get_result?id=1', false],
  [BFL, 'https://notbfl.ai/v1/get_result?id=1', false],
  ['http://10.0.0.5:8080/flux', 'http://10.0.0.5:8080/other', true],
  ['http://10.0.0.5:8080/flux', 'http://10.0.0.5:8081/flux', false],
  ['https://gateway.example', 'https://api.bfl.ai/v1/get_result?id=1', false],
  ['https://gateway.example', 'https://other.example/', false],
])('decides whether the key of %s may go to %s: %s', (base, named, expected) => {
  expect(mayHaveKey(new URL(base), new URL(named))).toBe(expected);
});
