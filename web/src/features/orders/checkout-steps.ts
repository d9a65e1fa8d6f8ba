const every = ['personal', 'address', 'payment', 'review'] as const;
export type Step = (typeof every)[number];

export const stepTitles: Readonly<Record<Step, string>> = {
  personal: 'Personal Info',
  address: 'Delivery Address',
  payment: 'Payment',
  review: 'Review',
};

/** What decides which steps there are. */
export interface StepsFor {
  testMode: boolean;
  /** Whether anything is delivered: an order of downloads alone asks for no address. */
  isDelivered: boolean;
}

/** spec: public-and-commerce §4 "Checkout steps". */
export const stepsOf = ({ testMode, isDelivered }: StepsFor): readonly Step[] =>
  every.filter((step) => (step !== 'payment' || !testMode) && (step !== 'address' || isDelivered));

/**
 * Returns the step to show where an address asks for one: the first that is not filled in comes before all later ones,
 * and what is left out is passed over.
 */
export function stepAt(asked: string | null, about: StepsFor, isFilled: (step: Step) => boolean): Step {
  const steps = stepsOf(about);
  const from = Math.max(
    0,
    every.findIndex((step) => step === asked),
  );
  const target = steps.find((step) => every.indexOf(step) >= from) ?? 'review';
  return steps.slice(0, steps.indexOf(target)).find((step) => !isFilled(step)) ?? target;
}

export const addressOfStep = (step: Step): string => (step === 'personal' ? '/checkout' : `/checkout?step=${step}`);
