/** A state as JSON has it, in a copy: maps as objects, sets as lists, instants and large numbers as texts. */
export function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Set || Array.isArray(value)) return Array.from(value as Iterable<unknown>, plain);
  const entries = value instanceof Map ? (value as Map<unknown, unknown>).entries() : Object.entries(value);
  return Object.fromEntries(
    Array.from(entries, ([name, inner]) => [String(name), inner] as const)
      .filter(([, inner]) => inner !== undefined)
      .map(([name, inner]) => [name, plain(inner)]),
  );
}
