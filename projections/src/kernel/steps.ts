/** Each step is so much above the one before it: whatever lies in it is told within 2.5 % of what it was. */
const RATIO = Math.log(1.05);

/** Finds the step of a number of units, from 0 on: by steps, what is measured very often is kept in few rows. */
export const stepOf = (units: number): number => (units < 1 ? 0 : 1 + Math.round(Math.log(units) / RATIO));

/** The middle of a step, in units; the lowest is nothing. */
export const middleOf = (step: number): number => (step === 0 ? 0 : Math.exp((step - 1) * RATIO));
