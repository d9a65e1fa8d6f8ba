import { places, protocols, type Place, type Protocol } from './faults.ts';

/** A charge for the pictures of one accepted request. */
interface Charge {
  protocol: Protocol;
  /** The task's id; null when the answer contains the pictures. */
  task: string | null;
  prompt: string;
  pictures: number;
}

const KEPT = 20_000;

type Counts = Record<Place, number> & { pictures: number; refunded: number; webhooks: number };

const noCounts = (): Counts => ({
  ...(Object.fromEntries(places.map((place) => [place, 0])) as Record<Place, number>),
  pictures: 0,
  refunded: 0,
  webhooks: 0,
});

/** Counts calls and records charges. */
export class Ledger {
  #counts!: Record<Protocol, Counts>;
  #charges!: Charge[];

  constructor() {
    this.clear();
  }

  clear(): void {
    this.#counts = Object.fromEntries(protocols.map((protocol) => [protocol, noCounts()])) as Record<Protocol, Counts>;
    this.#charges = [];
  }

  /** Counts a call, also a broken one. */
  count(protocol: Protocol, what: Place | 'webhooks'): void {
    this.#counts[protocol][what] += 1;
  }

  charge(charge: Charge): void {
    this.#counts[charge.protocol].pictures += charge.pictures;
    this.#charges.push(charge);
    if (this.#charges.length > KEPT) this.#charges.shift();
  }

  /** Refunds a task that failed or was moderated. */
  refund(task: string): void {
    const charge = this.#charges.find((one) => one.task === task);
    if (!charge) return;
    this.#counts[charge.protocol].pictures -= charge.pictures;
    this.#counts[charge.protocol].refunded += charge.pictures;
    this.#charges.splice(this.#charges.indexOf(charge), 1);
  }

  get counts(): Record<Protocol, Counts> {
    return this.#counts;
  }

  get charges(): readonly Charge[] {
    return this.#charges;
  }
}
