type Filter = Readonly<Record<string, unknown>>;

const isSet = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);

/** A text that filters share where they ask for the same, in whatever order their fields and choices were made. */
const signature = (filter: Filter): string =>
  JSON.stringify(
    Object.entries(filter)
      .filter(([, value]) => isSet(value))
      .map(([name, value]) => [name, Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value])
      .toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
  );

export const sameFilter = (one: Filter, other: Filter): boolean => signature(one) === signature(other);

/** As it is kept: without what asks for nothing. */
export const setValues = (filter: Filter): Record<string, unknown> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => isSet(value)));
