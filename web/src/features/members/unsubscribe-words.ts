/** spec: public-and-commerce §2.14, §8 "Unsubscribe". */
const outcomes = {
  success: { title: 'You are unsubscribed', text: 'Successfully unsubscribed from marketing emails' },
  resubscribed: { title: 'You are subscribed again', text: 'Successfully resubscribed to marketing emails' },
  missing: { title: 'Incomplete link', text: 'Missing unsubscribe token' },
  invalid: { title: 'Invalid link', text: 'Invalid or expired unsubscribe link' },
  not_found: { title: 'Account not found', text: 'User account not found' },
  error: {
    title: 'Something went wrong',
    text: 'Failed to unsubscribe. Please try again or contact support.',
  },
  unknown: { title: 'Something went wrong', text: 'Unknown error occurred' },
} as const;

export type UnsubscribeStatus = keyof typeof outcomes;

export interface UnsubscribeOutcome {
  status: UnsubscribeStatus;
  title: string;
  text: string;
}

/**
 * What became of a link, by the word in the address; null where it was not followed yet, and there is one to follow.
 */
export function unsubscribeOutcomeOf(status: string | null, token: string | null): UnsubscribeOutcome | null {
  if (status === null) return token ? null : { status: 'missing', ...outcomes.missing };
  const known: UnsubscribeStatus = Object.hasOwn(outcomes, status) ? (status as UnsubscribeStatus) : 'unknown';
  return { status: known, ...outcomes[known] };
}
