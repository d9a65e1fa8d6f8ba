/** Returns the instant, in ISO 8601, that is typed into a `datetime-local` field; empty until it is whole. */
export const typedInstant = (typed: string): string =>
  typed === '' ? '' : `${typed.length === 16 ? `${typed}:00` : typed.slice(0, 19)}.000Z`;

/** Returns an instant as such a field has it, to the second in UTC; empty where the text is none. */
export function instantTyped(instant: string): string {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 19);
}
