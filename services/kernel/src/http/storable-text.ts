/** How JSON writes the two things below; without one of them in it, a text needs no further look. */
const SUSPECT = /\\u(?:0000|d[89a-f])/i;

/**
 * Whether everything in a parsed JSON body can be stored: PostgreSQL keeps neither NUL nor half a surrogate pair, and
 * a fact that holds one could be appended but never be shown.
 */
export const isStorable = (json: string, parsed: unknown): boolean => !SUSPECT.test(json) || holdsStorableText(parsed);

function holdsStorableText(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, field]) => holdsStorableText(name) && holdsStorableText(field));
}
