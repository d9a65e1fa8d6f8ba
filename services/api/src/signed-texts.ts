import { timingSafeEqual } from 'node:crypto';
import type { Sealer } from '@easel/kernel/identity/sealing';
import type { z } from 'zod';

/** By its beginning the log knows what not to print. */
const FORM = /^signed\.([\w-]+)\.([0-9a-f]{64})$/;

/**
 * What the server says and wants back unaltered from whoever brings it: `signed.`, the value as base64url of JSON, and
 * its HMAC. What one purpose has signed no other takes.
 */
export class SignedTexts<T> {
  constructor(
    private readonly sealer: Sealer,
    private readonly purpose: string,
    private readonly schema: z.ZodType<T>,
  ) {}

  sign(value: T): string {
    const body = Buffer.from(JSON.stringify(value)).toString('base64url');
    return `signed.${body}.${this.signatureOf(body)}`;
  }

  /** Undefined for anything that was not signed here, to the letter. */
  read(text: string): T | undefined {
    const [, body, signature] = FORM.exec(text) ?? [];
    if (body === undefined || signature === undefined) return undefined;
    // Of the text as it stands: a value has several spellings in base64url, and one signature.
    if (!timingSafeEqual(Buffer.from(signature), Buffer.from(this.signatureOf(body)))) return undefined;
    return this.schema.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString())).data;
  }

  private signatureOf(body: string): string {
    return this.sealer.digest(this.purpose, body);
  }
}
