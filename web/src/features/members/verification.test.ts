import { describe, expect, it } from 'vitest';
import { verificationOf } from './verification.ts';

describe('the outcome of a verification', () => {
  it.each([
    ['success', 'Email Verified'],
    ['invalid', 'Invalid or Expired Link'],
    ['missing', 'Missing Token'],
    ['not_found', 'Account Not Found'],
    ['error', 'Something Went Wrong'],
    ['perhaps', 'Something Went Wrong'],
    ['toString', 'Something Went Wrong'],
    ['', 'Something Went Wrong'],
    [null, 'Something Went Wrong'],
  ])('%s reads %s', (status, title) => {
    expect(verificationOf(status).title).toBe(title);
  });
});
