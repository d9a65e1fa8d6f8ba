import { ApiError } from '@easel/contracts/kernel/client/api-error';

/** What a person reads of a refusal: of its fields, where it names some. */
export function failureText(failure: unknown): string {
  const fields = failure instanceof ApiError ? failure.fields.map(({ message }) => message) : [];
  if (fields.length > 0) return fields.join('. ');
  return failure instanceof Error ? failure.message : String(failure);
}
