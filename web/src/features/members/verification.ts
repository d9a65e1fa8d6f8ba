/** spec: public-and-commerce §8 "Verify-email statuses"; spec: rulings "Unknown verification status". */
const outcomes = {
  success: { title: 'Email Verified', text: 'Thank you. Your email address is confirmed.' },
  invalid: {
    title: 'Invalid or Expired Link',
    text: 'This link was used already or is too old. Sign in and ask for a new one in your profile.',
  },
  missing: {
    title: 'Missing Token',
    text: 'The link is incomplete. Open it again from the mail, or copy the whole of it.',
  },
  not_found: { title: 'Account Not Found', text: 'The account that this link belongs to no longer exists.' },
  error: {
    title: 'Something Went Wrong',
    text: 'Your email address could not be confirmed. Please try the link again.',
  },
} as const;

type Status = keyof typeof outcomes;

export interface Verification {
  status: Status;
  title: string;
  text: string;
}

export function verificationOf(status: string | null): Verification {
  const known: Status = status !== null && Object.hasOwn(outcomes, status) ? (status as Status) : 'error';
  return { status: known, ...outcomes[known] };
}
