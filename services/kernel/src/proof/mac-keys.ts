import { createHash, createHmac, createSecretKey, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import { canonicalJson, type ChainedFact } from './hash-chain.ts';

const KEY = /^[0-9a-f]{64}$/;

/** Keys of 32 bytes in hex with commas between. */
export const macKeys = z
  .string()
  .refine((text) => text.split(',').every((key) => KEY.test(key)), 'must be 64 hexadecimal digits; several with commas')
  .meta({ secret: true, description: 'of the macs on the facts of money: the first key signs, all of them verify' });

/** `other-key`: it names a key that is not given. */
export type MacVerdict = 'right' | 'wrong' | 'other-key';

/**
 * What only who has the key can say of a fact: `keyId:` and the HMAC-SHA-256, in hex, over its canonical JSON as it is
 * stored, the link to the fact before included, the mac itself left out.
 */
export class MacKeys {
  private readonly signing: string;
  /** Imported once: raw ones are imported anew for every mac, which costs more than the mac. */
  private readonly keys: ReadonlyMap<string, KeyObject>;

  /** As `macKeys` checks them. */
  constructor(text: string) {
    const keys = macKeys
      .parse(text)
      .split(',')
      .map((hex) => Buffer.from(hex, 'hex'));
    this.keys = new Map(keys.map((key) => [keyIdOf(key), createSecretKey(key)]));
    this.signing = [...this.keys.keys()][0] ?? '';
  }

  macOf(fact: ChainedFact): string {
    return this.macBy(this.signing, fact) ?? '';
  }

  verify(mac: string, fact: ChainedFact): MacVerdict {
    const expected = this.macBy(keyIdIn(mac), fact);
    if (expected === undefined) return 'other-key';
    return expected === mac ? 'right' : 'wrong';
  }

  private macBy(keyId: string, { stream, revision, id, type, data, metadata }: ChainedFact): string | undefined {
    const key = this.keys.get(keyId);
    if (!key) return undefined;
    const { mac: _, ...signed } = metadata;
    const text = canonicalJson({ stream, revision, id, type, data, metadata: signed });
    return `${keyId}:${createHmac('sha256', key).update(text).digest('hex')}`;
  }
}

/** Which key a mac names. */
export const keyIdIn = (mac: string): string => mac.slice(0, Math.max(0, mac.indexOf(':')));

/** Tells one key from another, and nothing of the key. */
const keyIdOf = (key: Buffer): string =>
  createHash('sha256').update('easel mac key').update(key).digest('hex').slice(0, 12);
