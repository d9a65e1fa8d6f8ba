import { createCipheriv, createDecipheriv, createHmac, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto';
import { ERASED } from '@easel/contracts/kernel/event';
import { LRUCache } from 'lru-cache';
import { randomBytes } from '../server/chance.ts';

/** The keys of people as they lie in a store, wrapped; null stands for a person erased, who never gets another. */
export interface PersonKeys {
  find(people: readonly string[]): Promise<ReadonlyMap<string, Buffer | null>>;
  /** Leaves alone what lies there. */
  add(personId: string, wrapped: Buffer): Promise<void>;
  erase(personId: string): Promise<void>;
  /** Some key that lies there. */
  any(): Promise<{ personId: string; wrapped: Buffer } | undefined>;
}

/** Where a text stands. It opens nowhere else. */
export interface SealedPlace {
  stream: string;
  eventId: string;
  field: string;
}

/** The text was altered, or moved from its place, or sealed under another master key. */
export class SealBroken extends Error {
  override readonly name = 'SealBroken';
}

/** What seals and opens the fields of facts. */
export type FieldSealer = Pick<Sealer, 'seal' | 'open' | 'openNow'>;

const PERSON_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const PREFIX = 'sealed:1:';
const WRAPPED_VERSION = 1;
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const CACHED_KEYS = 20_000;
/** How long another process may still read what is erased here. */
const CACHED_MS = 5_000;

const GONE = Symbol('gone');
/** Imported once: a raw one is imported anew for every text, which costs more than the text. */
type Key = KeyObject | typeof GONE;

/**
 * Personal texts in facts, sealed with a key a person (AES-256-GCM, `sealed:1:` and base64url of iv, tag, ciphertext).
 * The keys are kept wrapped by the master key; to erase a person is to destroy the key.
 */
export class Sealer {
  private readonly masterKey: Buffer;
  private readonly wrappingKey: KeyObject;
  private readonly digestKeys = new Map<string, KeyObject>();
  private readonly keys = new LRUCache<string, { key: Key }>({ max: CACHED_KEYS, ttl: CACHED_MS, ttlResolution: 0 });
  private readonly loading = new Map<string, Promise<Key | undefined>>();
  private erasures = 0;
  private batch: { people: string[]; found: Promise<ReadonlyMap<string, Buffer | null>> } | undefined;

  /** `masterKey`: 64 hexadecimal digits. */
  constructor(
    private readonly people: PersonKeys,
    masterKey: string,
  ) {
    if (!/^[0-9a-f]{64}$/i.test(masterKey)) throw new RangeError('The master key must be 64 hexadecimal digits');
    this.masterKey = Buffer.from(masterKey, 'hex');
    this.wrappingKey = this.derive('easel person keys 1');
  }

  /** A person's first text makes their key; a text of a person erased is not kept at all. */
  async seal(personId: string, place: SealedPlace, text: string): Promise<string> {
    return sealWith((await this.load(personId)) ?? (await this.create(personId)), place, text);
  }

  /** The same at once, where the person's key is at hand. */
  sealNow(personId: string, place: SealedPlace, text: string): string | undefined {
    const known = this.keys.get(personId);
    return known && sealWith(known.key, place, text);
  }

  /** The text, or ERASED where the person's key is gone. Throws SealBroken. */
  async open(personId: string, place: SealedPlace, sealed: string): Promise<string> {
    return openWith((await this.load(personId)) ?? GONE, place, sealed);
  }

  /** The same at once, where the person's key is at hand. */
  openNow(personId: string, place: SealedPlace, sealed: string): string | undefined {
    const known = this.keys.get(personId);
    return known && openWith(known.key, place, sealed);
  }

  /** Finds of these people those who were erased, as it stands now and not as it was seen before. */
  async erasedOf(people: readonly string[]): Promise<ReadonlySet<string>> {
    if (people.length === 0) return new Set();
    const found = await this.people.find(people);
    return new Set(Array.from(found).flatMap(([personId, wrapped]) => (wrapped === null ? [personId] : [])));
  }

  /** For ever, and also for a person who never had a key; other processes follow within seconds. */
  async erase(personId: string): Promise<void> {
    await this.people.erase(personId);
    this.erasures++;
    this.keys.set(personId, { key: GONE });
  }

  /**
   * The same text gives the same digest, in hexadecimal, that nobody without the master key can compute or compare
   * with another purpose's.
   */
  digest(purpose: string, text: string): string {
    let key = this.digestKeys.get(purpose);
    if (!key) this.digestKeys.set(purpose, (key = this.derive(`easel digest ${purpose}`)));
    return createHmac('sha256', key).update(text).digest('hex');
  }

  /** Whether a key that lies there opens under this master key; undefined where none lies there yet. */
  async fits(): Promise<boolean | undefined> {
    const any = await this.people.any();
    if (!any) return undefined;
    try {
      this.unwrap(any.personId, any.wrapped);
      return true;
    } catch (error) {
      if (error instanceof SealBroken) return false;
      throw error;
    }
  }

  private derive(purpose: string): KeyObject {
    return createSecretKey(Buffer.from(hkdfSync('sha256', this.masterKey, '', purpose, KEY_BYTES)));
  }

  /** Undefined for a person who has no key yet. */
  private async load(personId: string): Promise<Key | undefined> {
    const known = this.keys.get(personId);
    if (known) return known.key;
    if (!PERSON_ID.test(personId)) throw new SealBroken(`${JSON.stringify(personId.slice(0, 80))} is no person's id`);
    let loading = this.loading.get(personId);
    if (!loading) {
      loading = this.keep(personId, this.fetchInBatch(personId)).finally(() => this.loading.delete(personId));
      this.loading.set(personId, loading);
    }
    return loading;
  }

  /** Whichever process is first makes the key; everyone reads that one. */
  private async create(personId: string): Promise<Key> {
    await this.people.add(personId, this.wrap(personId, randomBytes(KEY_BYTES)));
    // Not by `load`: that could join a look-up which began before the key was there.
    const key = await this.keep(
      personId,
      this.people.find([personId]).then((found) => found.get(personId)),
    );
    if (!key) throw new SealBroken(`The key of ${personId} vanished`);
    return key;
  }

  private async keep(personId: string, wrapped: Promise<Buffer | null | undefined>): Promise<Key | undefined> {
    const before = this.erasures;
    const found = await wrapped;
    // What was read while somebody was being erased may be that person's key of before.
    if (before !== this.erasures && this.keys.get(personId)?.key === GONE) return GONE;
    if (found === undefined) return undefined;
    const key = found === null ? GONE : createSecretKey(this.unwrap(personId, found));
    this.keys.set(personId, { key });
    return key;
  }

  /** All the people asked for within one turn are looked up at once. */
  private async fetchInBatch(personId: string): Promise<Buffer | null | undefined> {
    if (!this.batch) {
      const people: string[] = [];
      const found = nextTurn().then(() => {
        this.batch = undefined;
        return this.people.find(people);
      });
      this.batch = { people, found };
    }
    this.batch.people.push(personId);
    return (await this.batch.found).get(personId);
  }

  private wrap(personId: string, key: Buffer): Buffer {
    return Buffer.concat([Buffer.of(WRAPPED_VERSION), encrypt(this.wrappingKey, personId, key)]);
  }

  private unwrap(personId: string, wrapped: Buffer): Buffer {
    if (wrapped[0] !== WRAPPED_VERSION) throw new SealBroken(`The key of ${personId} is wrapped in an unknown way`);
    return decrypt(this.wrappingKey, personId, wrapped.subarray(1));
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const placeText = ({ stream, eventId, field }: SealedPlace): string => `${stream}\n${eventId}\n${field}`;

function sealWith(key: Key, place: SealedPlace, text: string): string {
  if (key === GONE) return ERASED;
  return PREFIX + encrypt(key, placeText(place), Buffer.from(text)).toString('base64url');
}

function openWith(key: Key, place: SealedPlace, sealed: string): string {
  if (key === GONE || sealed === ERASED) return ERASED;
  if (!sealed.startsWith(PREFIX)) throw new SealBroken('This is no sealed text of a known version');
  return decrypt(key, placeText(place), Buffer.from(sealed.slice(PREFIX.length), 'base64url')).toString();
}

function encrypt(key: KeyObject, associated: string, plain: Buffer): Buffer {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(associated));
  const ciphertext = [cipher.update(plain), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...ciphertext]);
}

function decrypt(key: KeyObject, associated: string, box: Buffer): Buffer {
  const iv = box.subarray(0, IV_BYTES);
  const tag = box.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(associated)).setAuthTag(tag);
    const plain = decipher.update(box.subarray(IV_BYTES + TAG_BYTES));
    // Nothing is left in this mode: it checks the tag.
    decipher.final();
    return plain;
  } catch (error) {
    throw new SealBroken('The sealed text does not open here', { cause: error });
  }
}
