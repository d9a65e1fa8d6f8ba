import { createHmac, timingSafeEqual } from 'node:crypto';

/** Signature headers of a webhook, as Standard Webhooks defines them. */
export interface SignedHeaders {
  readonly id: string | undefined;
  /** Seconds since the epoch. */
  readonly timestamp: string | undefined;
  /** `v1,SIGNATURE`; during a rotation of the secret several, separated by spaces. */
  readonly signature: string | undefined;
}

/** Most seconds between `timestamp` and our clock. It limits how long a captured webhook can be replayed. */
export const SIGNATURE_TOLERANCE_S = 300;

/**
 * Returns whether a body was signed with the secret, by Standard Webhooks: base64 HMAC-SHA256 of `id.timestamp.body`,
 * keyed with the secret's raw bytes.
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
