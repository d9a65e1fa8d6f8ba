import { invalid } from './refusal.ts';

/** Nested parameters as a form spells them; lists are objects whose keys count. */
export interface Form {
  [name: string]: string | Form;
}

const MAX_FIELDS = 1_000;
const MAX_DEPTH = 8;

/**
 * Reads `a[b][0]=c` and `a[]=c`, from a form's body or a query.
 *
 * @throws Refusal with 400 where a name is malformed, or there are too many of them
 */
export function parseForm(text: string): Form {
  const form = blank();
  const fields = [...new URLSearchParams(text)];
  if (fields.length > MAX_FIELDS) throw invalid('Too many parameters.');
  for (const [name, value] of fields) put(form, pathOf(name), value, name);
  return form;
}

/** Without a prototype, so that no name means anything but itself. */
const blank = (): Form => Object.create(null) as Form;

function pathOf(name: string): string[] {
  const match = /^([^[\]]+)((?:\[[^[\]]*\])*)$/.exec(name);
  if (!match) throw invalid(`Invalid parameter name: ${name.slice(0, 100)}`);
  const [, first = '', rest = ''] = match;
  const path = [first, ...[...rest.matchAll(/\[([^[\]]*)\]/g)].map(([, key = '']) => key)];
  if (path.length > MAX_DEPTH) throw invalid(`Parameters are nested too deeply: ${name.slice(0, 100)}`);
  return path;
}

function put(form: Form, path: readonly string[], value: string, name: string): void {
  let at = form;
  for (const [depth, written] of path.entries()) {
    const key = written === '' ? String(Object.keys(at).length) : written;
    if (depth === path.length - 1) {
      at[key] = value;
      return;
    }
    const inner = (at[key] ??= blank());
    if (typeof inner === 'string') throw invalid(`Invalid parameters: ${name.slice(0, 100)}`);
    at = inner;
  }
}
