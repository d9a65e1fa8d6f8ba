const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const AMOUNT = /^\d{1,9}(\.\d{1,2})?$/;

/** What stands below a field that cannot be looked for. */
export const idProblem = (text: string): string | undefined => (UUID.test(text) ? undefined : 'A whole id is needed');

export const amountProblem = (text: string): string | undefined =>
  AMOUNT.test(text) ? undefined : 'An amount like 12.50';
