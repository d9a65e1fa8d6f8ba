import { expect, test } from 'vitest';
import { passwordProblems } from './password-problems.ts';

test.each([
  ['', '', { password: 'Password must be at least 8 characters long' }],
  ['1234567', '1234567', { password: 'Password must be at least 8 characters long' }],
  ['12345678', '12345679', { again: 'Passwords do not match' }],
  ['12345678', '12345678', {}],
  ['e\u0301e\u0301e\u0301e\u0301', '', { password: 'Password must be at least 8 characters long' }],
  ['cr\u00e8me br\u00fbl\u00e9e', 'cre\u0300me bru\u0302le\u0301e', {}],
])('%j and %j', (password, again, problems) => {
  expect(passwordProblems(password, again)).toEqual(problems);
});
