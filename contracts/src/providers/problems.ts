import { defineProblems } from '../kernel/problem.ts';

export const providerProblems = defineProblems('providers', {
  notFound: [404, 'Not found'],
  /** The message is replaced by what the provider cannot do. */
  impossible: [422, 'No provider can make this picture'],
  /** The message names the provider, and says that nothing was charged. */
  unavailable: [503, 'This provider does not answer at the moment. Nothing was charged.'],
  /** `expected` holds the current price in credits. */
  priceChanged: [409, 'The price has changed. Nothing was charged.'],
  dayBudgetSpent: [429, 'This provider has reached its daily budget. Choose another, or try again tomorrow (UTC).'],
  memberBudgetSpent: [
    429,
    'You have reached your daily limit at this provider. Choose another, or try again tomorrow (UTC).',
  ],
  referenceGone: [404, 'A reference picture is no longer available. Please choose another.'],
  /** The picture is bought, and its licence does not allow remixes. */
  referenceNotLicensed: [403, 'The maker of this picture does not allow it to be used as a reference'],
  /** The operator acted on an outdated version. */
  changed: [409, 'Somebody else has changed this in the meantime. Please reload and try again.'],
  unknownRoute: [422, 'The routing table names a provider that is not configured'],
  unsigned: [400, 'The signature is not valid'],
});
