import { z } from 'zod';
import { faultKinds, places, protocols, type FaultKind, type Place, type Protocol, type Settings } from './faults.ts';

const charge = z.object({
  protocol: z.enum(protocols),
  task: z.string().nullable(),
  prompt: z.string(),
  pictures: z.number(),
});
const counts = z.record(
  z.enum(protocols),
  z.record(z.enum([...places, 'pictures', 'refunded', 'webhooks']), z.number()),
);

export interface OrderedFault {
  readonly protocol: Protocol;
  readonly kind: FaultKind;
  /** Defaults to `ask`. */
  readonly at?: Place;
  /** Defaults to 1. */
  readonly times?: number;
}

/** Client for the control calls of the stand-in at this address. */
export class ControlClient {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  /** Makes the next calls fail. */
  async fault(fault: OrderedFault): Promise<void> {
    await this.#call('faults', fault);
  }

  /** Returns the faults that are not used yet, by protocol and place. */
  async waiting(): Promise<Record<string, FaultKind[]>> {
    return z.record(z.string(), z.array(z.enum(faultKinds))).parse(await this.#call('faults'));
  }

  async change(protocol: Protocol, settings: Partial<Settings>): Promise<void> {
    await this.#call('settings', { protocol, ...settings });
  }

  /** Clears faults, counts and charges. */
  async clear(): Promise<void> {
    await this.#call('clear', {});
  }

  async charges() {
    return z.object({ charges: z.array(charge) }).parse(await this.#call('charges')).charges;
  }

  async counts() {
    return counts.parse(await this.#call('counts'));
  }

  async #call(path: string, body?: object): Promise<unknown> {
    const reply = await fetch(`${this.#url}/_control/${path}`, {
      headers: { authorization: `Bearer ${this.#key}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    if (!reply.ok) throw new Error(`/_control/${path} answered ${reply.status}: ${await reply.text()}`);
    return reply.json();
  }
}
