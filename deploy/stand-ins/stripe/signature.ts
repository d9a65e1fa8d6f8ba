import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` of a payload, at a time in seconds since 1970. */
export function signatureOf(payload: string, secret: string, atS: number): string {
  const signature = createHmac('sha256', secret).update(`${atS}.${payload}`, 'utf8').digest('hex');
  return `t=${atS},v1=${signature}`;
}
