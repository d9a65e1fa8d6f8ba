const NUMBERS = /^(U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?|BIGNUM|DOUBLE|FLOAT|DECIMAL.*)$/;

/** Tells whether a column of an answer holds numbers, by its type as SQL calls it. Some of them come as text. */
export const isNumericType = (type: string): boolean => NUMBERS.test(type);

/** Returns the text by which a value of an answer is shown and saved: an object as JSON, null as nothing. */
export const valueText = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value);
