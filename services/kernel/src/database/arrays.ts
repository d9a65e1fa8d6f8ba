/**
 * Values as PostgreSQL writes an array of them; faster than the driver's own rendering, which escapes every element.
 */
export function arrayLiteral(values: readonly unknown[]): string {
  let text = '{';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ',';
    text += element(values[index]);
  }
  return `${text}}`;
}

/** Of values in which nothing has to be escaped: numbers, ids, times, words of our own. */
export const plainArrayLiteral = (values: readonly unknown[]): string =>
  `{${values.map((value) => (typeof value === 'string' ? value : element(value))).join(',')}}`;

function element(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return NEEDS_ESCAPE.test(value) ? `"${value.replace(EVERY_ESCAPE, '\\$&')}"` : `"${value}"`;
    case 'number':
    case 'boolean':
    case 'bigint':
      return String(value);
    default:
      if (value === null || value === undefined) return 'NULL';
      throw new TypeError(`no array element: ${typeof value}`);
  }
}

const NEEDS_ESCAPE = /["\\]/;
const EVERY_ESCAPE = /["\\]/g;
