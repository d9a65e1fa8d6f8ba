import type { FieldErrors, FieldPath, FieldValues, Resolver, UseFormSetError } from 'react-hook-form';
import * as z from 'zod/mini';
import { ApiError } from './api.ts';

/** Checks a form by the contract's own schema; of several complaints about a field the first is shown. */
export function schemaResolver<Values extends FieldValues>(
  schema: z.ZodMiniType,
  bodyOf: (values: Values) => unknown = (values) => values,
): Resolver<Values> {
  return (values) => {
    const parsed = z.safeParse(schema, bodyOf(values));
    // The values go out as they were typed: it is the server that trims and lower-cases.
    if (parsed.success) return { values, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const issue of parsed.error.issues) {
      const field = String(issue.path[0] ?? 'root');
      errors[field] ??= { type: issue.code, message: issue.message };
    }
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/**
 * Hands the server's complaints to the fields they are about: those it names, and those its problem code belongs to.
 * True when a field took one.
 */
export function assignFieldErrors<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  byCode: Readonly<Record<string, FieldPath<Values>>>,
  setError: UseFormSetError<Values>,
): boolean {
  if (!(error instanceof ApiError)) return false;
  const named = error.fields.map(({ path, message }) => ({ field: fields.find((field) => field === path), message }));
  const found = [{ field: byCode[error.code], message: error.message }, ...named].filter(
    ({ field }) => field !== undefined,
  );
  for (const [index, { field, message }] of found.entries()) {
    if (field) setError(field, { type: 'server', message }, { shouldFocus: index === 0 });
  }
  return found.length > 0;
}
