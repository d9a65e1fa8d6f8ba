export type Path = readonly (string | number)[];

/** A line of a value as JSON, with the place in it that it tells of. */
export interface StateLine {
  path: Path;
  depth: number;
  text: string;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A value as JSON, line by line. */
export function stateLines(value: unknown, path: Path = [], depth = 0, name = ''): StateLine[] {
  const line = (text: string): StateLine => ({ path, depth, text });
  if (typeof value !== 'object' || value === null) return [line(name + JSON.stringify(value))];
  const [open, close] = isList(value) ? '[]' : '{}';
  const entries: [string | number, unknown][] = isList(value) ? [...value.entries()] : Object.entries(value);
  if (entries.length === 0) return [line(`${name}${open}${close}`)];
  return [
    line(name + open),
    ...entries.flatMap(([key, inner]) =>
      stateLines(inner, [...path, key], depth + 1, typeof key === 'number' ? '' : `${JSON.stringify(key)}: `),
    ),
    line(String(close)),
  ];
}

/** Whether a line tells of one of these places, or of what lies in it. */
export const isMarked = ({ path }: StateLine, changed: readonly Path[]): boolean =>
  changed.some((one) => one.length <= path.length && one.every((name, index) => name === path[index]));

/** `settled › 3 › cents` */
export const pathText = (path: Path): string => (path.length === 0 ? 'The state' : path.join(' › '));
