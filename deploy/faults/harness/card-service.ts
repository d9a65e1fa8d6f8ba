import type { Product } from './product.ts';

interface Session {
  id: string;
  url: string | null;
  status: string;
  payment_status: string;
  payment_intent: string | null;
  subscription: string | null;
}

export interface Delivery {
  event: string;
  type: string;
  /** What the product answered; null where it did not. */
  status: number | null;
}

export const cards = { pays: '4242424242424242', declined: '4000000000000002' } as const;

/** The card service beside a product, with the faults that it brings about when told to. */
export class CardService {
  constructor(private readonly product: Product) {}

  /** Fills in the form of a session's page. */
  async pay(sessionId: string, card: string = cards.pays): Promise<Session> {
    const { session } = await this.control<{ session: Session }>('POST', `sessions/${sessionId}/pay`, { card });
    return session;
  }

  /** From now on events wait until they are released, each in so many copies. */
  async hold(times = 1): Promise<void> {
    await this.control('POST', 'settings', { hold: true, times });
  }

  async letGo(): Promise<void> {
    await this.control('POST', 'settings', { hold: false, times: 1 });
  }

  /** Delivers what waits: by the order of the types, shuffled by a seed, or all at the same moment. */
  async release(how: { order?: string[]; shuffle?: number; together?: boolean } = {}): Promise<Delivery[]> {
    return (await this.control<{ delivered: Delivery[] }>('POST', 'release', how)).delivered;
  }

  async replayAll(how: { times?: number; shuffle?: number; together?: boolean } = {}): Promise<Delivery[]> {
    return (await this.control<{ delivered: Delivery[] }>('POST', 'replay-all', how)).delivered;
  }

  /** Of the payment of a session; all of it where no sum is given. */
  async refund(paymentIntent: string, cents?: number): Promise<void> {
    await this.call('POST', '/v1/refunds', {
      payment_intent: paymentIntent,
      ...(cents !== undefined && { amount: String(cents) }),
    });
  }

  /** The bank takes it back. */
  async dispute(paymentIntent: string): Promise<string> {
    const { latest_charge: charge } = await this.call<{ latest_charge: string }>(
      'GET',
      `/v1/payment_intents/${paymentIntent}`,
    );
    return (await this.control<{ id: string }>('POST', 'disputes', { charge })).id;
  }

  async closeDispute(id: string, outcome: 'won' | 'lost'): Promise<void> {
    await this.control('POST', `disputes/${id}/close`, { outcome });
  }

  private async control<T>(method: string, path: string, body: unknown): Promise<T> {
    const response = await fetch(`${this.address()}/_control/${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return read<T>(response, path);
  }

  private async call<T>(method: string, path: string, form?: Record<string, string>): Promise<T> {
    const response = await fetch(this.address() + path, {
      method,
      headers: { authorization: `Bearer ${this.secretKey()}` },
      ...(form && { body: new URLSearchParams(form) }),
    });
    return read<T>(response, path);
  }

  private address(): string {
    const { stripeUrl } = this.product.endpoints();
    if (stripeUrl === undefined) throw new Error('the product runs without its stand-in card service');
    return stripeUrl;
  }

  private secretKey(): string {
    return this.product.secret('stripeSecretKey');
  }
}

async function read<T>(response: Response, path: string): Promise<T> {
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}
