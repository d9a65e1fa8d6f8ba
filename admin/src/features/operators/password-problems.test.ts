import { expect, test } from 'vitest';
import { passwordProblems } from './password-problems.ts';

test.each([
  ['', '', { password: 'Password must be at least 8 characters long' }],
  ['1234567', '1234567', { password: 'Password must be at least 8 characters long' }],
  ['12345678', '12345679', { again: 'Passwords do not match' }],
  ['12345678', '12345678', {}],
])('%j and %j', (password, again, problems) => {
  expect(passwordProblems(password, again)).toEqual(problems);
});
