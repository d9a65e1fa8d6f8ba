const every = ['personal', 'payment', 'review'] as const;
export type Step = (typeof every)[number];

export const stepTitles: Readonly<Record<Step, string>> = {
  personal: 'Personal Info',
  payment: 'Payment',
  review: 'Review',
};

/** spec: public-and-commerce §4 "Checkout steps"; an order of downloads alone asks for no address. */
export const stepsOf = (testMode: boolean): readonly Step[] => every.filter((step) => step !== 'payment' || !testMode);

/**
 * Returns the step to show where an address asks for one: the first that is not filled in comes before all later ones,
 * and what the mode leaves out is passed over.
 */
export function stepAt(asked: string | null, testMode: boolean, isFilled: (step: Step) => boolean): Step {
  const steps = stepsOf(testMode);
  const from = Math.max(
    0,
    every.findIndex((step) => step === asked),
  );
  const target = steps.find((step) => every.indexOf(step) >= from) ?? 'review';
  return steps.slice(0, steps.indexOf(target)).find((step) => !isFilled(step)) ?? target;
}

export const addressOfStep = (step: Step): string => (step === 'personal' ? '/checkout' : `/checkout?step=${step}`);
