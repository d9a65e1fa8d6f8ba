import * as z from 'zod/mini';

/** What is wrong with a form's fields, each told at its field. */
export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** Checks values by a contract's schema; of several complaints about a field the first is told. */
export function complaintsOf<Name extends string>(schema: z.ZodMiniType, values: unknown): FieldErrors<Name> {
  const errors: FieldErrors<string> = {};
  for (const issue of z.safeParse(schema, values).error?.issues ?? [])
    errors[String(issue.path[0] ?? '')] ??= issue.message;
  return errors;
}
