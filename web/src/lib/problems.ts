import * as z from 'zod/mini';
import { ApiError } from './api.ts';

/** What is wrong with a form's fields, each told at its field. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** Checks values by a contract's schema; of several complaints about a field the first is told. */
export function complaintsOf<Name extends string>(schema: z.ZodMiniType, values: unknown): FieldErrors<Name> {
  const errors: FieldErrors<string> = {};
  for (const issue of z.safeParse(schema, values).error?.issues ?? [])
    errors[String(issue.path[0] ?? '')] ??= issue.message;
  return errors;
}

/** The server's complaints that belong to fields: those that it names, and those whose problem code belongs to one. */
export function refusedFields<Name extends string>(
  error: unknown,
  names: readonly Name[],
  byCode: Readonly<Record<string, Name>>,
): FieldErrors<Name> {
  if (!(error instanceof ApiError)) return {};
  const errors: FieldErrors<Name> = {};
  for (const { path, message } of error.fields) {
    const name = names.find((one) => one === path);
    if (name) errors[name] ??= message;
  }
  const owner = byCode[error.code];
  if (owner) errors[owner] = error.message;
  return errors;
}
