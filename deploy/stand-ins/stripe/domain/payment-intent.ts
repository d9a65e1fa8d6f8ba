import type { PaymentIntent } from '../wire.ts';

export type IntentStatus = PaymentIntent['status'];
export type IntentStep = 'confirm' | 'cancel' | 'update the amount';

/** Those in which it waits for somebody, and no bank is at it. */
const OPEN: readonly IntentStatus[] = ['requires_payment_method', 'requires_confirmation', 'requires_action'];

/** Why the step cannot be taken, in Stripe's words; nothing where it can. */
export function whyNot(status: IntentStatus, step: IntentStep): string | undefined {
  if (OPEN.includes(status)) return undefined;
  switch (step) {
    case 'confirm':
      if (status === 'succeeded') {
        return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
      }
      return `You cannot confirm this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be confirmed: ${OPEN.join(', ')}.`;
    case 'cancel':
      return `You cannot cancel this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be canceled: ${OPEN.join(', ')}.`;
    case 'update the amount':
      return `This PaymentIntent's amount could not be updated because it has a status of ${status}. You may only update the amount of a PaymentIntent with one of the following statuses: ${OPEN.join(', ')}.`;
  }
}
