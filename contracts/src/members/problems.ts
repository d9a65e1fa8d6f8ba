import { defineProblems } from '../kernel/problem.ts';
import { PRESETS_MAX } from './policy.ts';

export const memberProblems = defineProblems('members', {
  emailTaken: [409, 'An account with this email already exists'],
  usernameTaken: [409, 'This username is already taken'],
  wrongCredentials: [401, 'Invalid email or password'],
  wrongPassword: [422, 'Current password is incorrect'],
  resetLinkDead: [400, 'Invalid reset link. Please request a new password reset.'],
  passwordNeeded: [422, 'Please enter your current password to change your email address'],
  undoLinkDead: [400, 'This link has been used already, or is no longer valid.'],
  alreadyVerified: [409, 'This email address is already verified'],
  publicNameTaken: [409, 'This public name is already taken'],
  publicNameNeeded: [422, 'Choose a public name first: your pictures are shown under it'],
  sessionUnknown: [404, 'Not found'],
  passwordWrong: [422, 'This is not your password'],
});

/** spec: public-and-commerce §8 "Unsubscribe". */
export const marketingProblems = defineProblems('marketing', {
  linkMissing: [400, 'Missing unsubscribe token'],
  linkInvalid: [400, 'Invalid or expired unsubscribe link'],
  accountUnknown: [404, 'User account not found'],
});

export const presetProblems = defineProblems('presets', {
  unknown: [404, 'Not found'],
  tooMany: [422, `At most ${PRESETS_MAX} presets can be kept`],
});
