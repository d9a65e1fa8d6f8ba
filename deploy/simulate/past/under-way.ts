import { type Channel, channel } from 'node:diagnostics_channel';
import { Client } from 'pg';

/** Announced by Node's HTTP client and its `fetch`. Every server that is called here is in this process, too. */
const BEGINS = ['undici:request:create', 'http.client.request.start'];
const ENDS = [
  'undici:request:headers',
  'undici:request:error',
  'http.client.response.finish',
  'http.client.request.error',
];

/** Knows what this process waits for: answers of PostgreSQL, HTTP requests and jobs. */
export class UnderWay {
  private readonly busyClients = new Set<Client>();
  private readonly requests = new Set<object>();
  private jobs = 0;
  private readonly undone: (() => void)[] = [];

  /** Begins to observe the whole process. */
  observe(): void {
    this.observeClients();
    const begin = (message: unknown): void => void this.requests.add(requestIn(message));
    const end = (message: unknown): void => void this.requests.delete(requestIn(message));
    for (const name of BEGINS) this.listen(channel(name), begin);
    for (const name of ENDS) this.listen(channel(name), end);
  }

  get isNothing(): boolean {
    return this.busyClients.size === 0 && this.requests.size === 0 && this.jobs === 0;
  }

  /** Counts as under way until the promise is settled. */
  async during<T>(work: () => Promise<T>): Promise<T> {
    this.jobs += 1;
    try {
      return await work();
    } finally {
      this.jobs -= 1;
    }
  }

  end(): void {
    for (const undo of this.undone.splice(0)) undo();
  }

  private observeClients(): void {
    const { busyClients } = this;
    const known = new WeakSet<Client>();
    // oxlint-disable-next-line typescript/unbound-method -- called with its own `this` below
    const { query } = Client.prototype;
    const watched = function (this: Client, ...args: unknown[]): unknown {
      if (!known.has(this)) {
        known.add(this);
        for (const event of ['drain', 'end', 'error'] as const) this.on(event, () => busyClients.delete(this));
      }
      busyClients.add(this);
      return Reflect.apply(query, this, args);
    };
    Object.assign(Client.prototype, { query: watched });
    this.undone.push(() => Object.assign(Client.prototype, { query }));
  }

  private listen(to: Channel, listener: (message: unknown) => void): void {
    to.subscribe(listener);
    this.undone.push(() => to.unsubscribe(listener));
  }
}

const requestIn = (message: unknown): object => (message as { request: object }).request;
