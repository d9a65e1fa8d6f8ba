import { ApiError } from '@easel/contracts/kernel/client/api-error';
import type { FieldErrors } from '@easel/contracts/kernel/complaints';

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
