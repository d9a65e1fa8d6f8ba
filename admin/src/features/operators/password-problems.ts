import { PASSWORD_MIN, passwordForm } from '@easel/contracts/members/policy';

/** What is wrong with a new password that is typed twice, by the field's name. */
export function passwordProblems(password: string, again: string): { password?: string; again?: string } {
  const form = passwordForm(password);
  if (form.length < PASSWORD_MIN) return { password: `Password must be at least ${PASSWORD_MIN} characters long` };
  if (form !== passwordForm(again)) return { again: 'Passwords do not match' };
  return {};
}
