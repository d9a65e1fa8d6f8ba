import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { describe, expect, it } from 'vitest';
import { complaintsOf } from '@easel/contracts/kernel/complaints';
import { passwordReset } from '@easel/contracts/members/bodies.http';
import { registration } from '@easel/contracts/members/registration.http';
import { memberProblems } from '@easel/contracts/members/problems';
import { refusedFields } from './problems.ts';

const complete = {
  firstName: 'Mira',
  lastName: 'Okafor',
  email: 'mira@example.org',
  username: 'mira',
  password: 'a long secret',
  confirmPassword: 'a long secret',
};

describe('complaints about a form', () => {
  it('are none where the schema is content', () => {
    expect(complaintsOf(registration, complete)).toEqual({});
  });

  it('belong to their fields, one each', () => {
    expect(
      complaintsOf(registration, { ...complete, firstName: ' ', email: 'mira', confirmPassword: 'another' }),
    ).toEqual({
      firstName: 'Please enter your first name',
      email: 'Please enter a valid email address',
      confirmPassword: 'Passwords do not match',
    });
  });

  it.each([
    ['Ab1', 'Password must be at least 8 characters long'],
    ['ABCDEFG1', 'Password must contain at least one lowercase letter'],
    ['abcdefg1', 'Password must contain at least one uppercase letter'],
    ['Abcdefgh', 'Password must contain at least one number'],
  ])('of a new password %s: %s', (newPassword, message) => {
    expect(complaintsOf(passwordReset, { token: 'x', newPassword })).toEqual({ newPassword: message });
  });
});

describe('complaints of the server', () => {
  const names = ['email', 'username'] as const;
  const byCode = { [memberProblems.emailTaken.code]: 'email' } as const;

  it('belong to the field their code belongs to', () => {
    const { status, code, message } = memberProblems.emailTaken;
    expect(refusedFields(new ApiError('http', message, { status, code }), names, byCode)).toEqual({ email: message });
  });

  it('belong to the fields they name; others are passed over', () => {
    const fields = [
      { path: 'username', message: 'Too short' },
      { path: 'elsewhere', message: 'Odd' },
    ];
    expect(refusedFields(new ApiError('http', 'Invalid', { status: 400, fields }), names, byCode)).toEqual({
      username: 'Too short',
    });
  });

  it('are none when no answer came', () => {
    expect(refusedFields(new ApiError('network', 'No network'), names, byCode)).toEqual({});
    expect(refusedFields(new Error('odd'), names, byCode)).toEqual({});
  });
});
