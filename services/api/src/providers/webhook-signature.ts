import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a signed webhook brings along. */
export interface SignedHeaders {
  readonly id: string | undefined;
  /** Seconds since the epoch. */
  readonly timestamp: string | undefined;
  /** `v1,SIGNATURE`, several with spaces between while a secret is changed for another. */
  readonly signature: string | undefined;
}

/** An older or newer webhook is refused: whoever listened in cannot send it again for ever. */
export const SIGNATURE_TOLERANCE_S = 300;

/**
 * Tells whether a body was signed with the secret, by the scheme of Standard Webhooks: base64 HMAC-SHA256 of
 * `id.timestamp.body`, keyed with the bytes of the secret as they are.
 */
export function isSigned(
  body: string,
  { id, timestamp, signature }: SignedHeaders,
  { secret, at }: { secret: string; at: Date },
): boolean {
  if (!id || !timestamp || !signature || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(at.getTime() / 1000 - Number(timestamp)) > SIGNATURE_TOLERANCE_S) return false;
  const expected = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`).digest();
  return signature.split(' ').some((one) => {
    const [version, encoded] = one.split(',');
    const given = Buffer.from(encoded ?? '', 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}
