import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import { ConfigError } from './config.ts';

/**
 * Reads a JSON file that a variable names, and checks it. Throws ConfigError, with a line for each fault that says
 * where in the file it is.
 */
export function readSettingsFile<S extends z.ZodType>(variable: string, path: string, schema: S): z.output<S> {
  const fail = (lines: readonly string[]): never => {
    throw new ConfigError(`The configuration is not valid.\n${lines.map((line) => `  ${line}`).join('\n')}`);
  };
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    // Its message quotes the file, line breaks included.
    const why =
      error instanceof SyntaxError ? `is not JSON: ${error.message.replaceAll(/\s+/g, ' ')}` : 'cannot be read';
    return fail([`${variable} is wrong: the file ${path} ${why}`]);
  }
  const result = schema.safeParse(content);
  if (result.success) return result.data;
  return fail(
    result.error.issues.map(({ path: at, message }) => `${variable} is wrong: ${placeOf(at)} in ${path}: ${message}`),
  );
}

/** As it is written in JavaScript: `providers[0].name`. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`))
    .join('')
    .replace(/^\./, '') || 'the whole';
