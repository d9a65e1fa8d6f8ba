import { defineProblems } from '../kernel/problem.ts';

export const providerProblems = defineProblems('providers', {
  notFound: [404, 'Not found'],
  /** The message says what the provider cannot do. */
  impossible: [422, 'No provider can make this picture'],
  /** The message says which one, and that nothing was charged. */
  unavailable: [503, 'This provider does not answer at the moment. Nothing was charged.'],
  /** With `expected`, in credits. */
  priceChanged: [409, 'The price has changed. Nothing was charged.'],
  dayBudgetSpent: [429, 'This provider’s budget of today is spent. Choose another, or try again tomorrow (UTC).'],
  memberBudgetSpent: [429, 'You have used all that this provider gives a member a day. Try again tomorrow (UTC).'],
  referenceGone: [404, 'A reference picture is no longer there. Please choose another.'],
  /** Bought, and its maker does not let others remix it. */
  referenceNotLicensed: [403, 'The maker of this picture does not allow it to be used as a reference'],
  /** An operator's list has changed since it was seen. */
  changed: [409, 'Somebody else has changed this meanwhile. Please reload and try again.'],
  unknownRoute: [422, 'The table names a provider that is not configured'],
  unsigned: [400, 'The signature is not valid'],
});
