import type { PaymentIntent } from '../wire.ts';

export type IntentStatus = PaymentIntent['status'];
export type IntentStep = 'confirm' | 'cancel';

const TAKEN_FROM: Record<IntentStep, readonly IntentStatus[]> = {
  confirm: ['requires_payment_method', 'requires_confirmation'],
  cancel: ['requires_payment_method', 'requires_confirmation'],
};

/** Why the step cannot be taken, in Stripe's words; nothing where it can. */
export function whyNot(status: IntentStatus, step: IntentStep): string | undefined {
  if (TAKEN_FROM[step].includes(status)) return undefined;
  if (step === 'confirm' && status === 'succeeded') {
    return 'You cannot confirm this PaymentIntent because it has already succeeded after being previously confirmed.';
  }
  const allowed = TAKEN_FROM[step].join(', ');
  return `You cannot ${step} this PaymentIntent because it has a status of ${status}. Only a PaymentIntent with one of the following statuses may be ${step === 'confirm' ? 'confirmed' : 'canceled'}: ${allowed}.`;
}
