import { setTimeout as sleep } from 'node:timers/promises';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { searchHttp } from '@easel/contracts/search/http';
import { CardService } from '../faults/harness/card-service.ts';
import { People, type Member } from '../faults/harness/people.ts';
import { memoryOf } from '../faults/harness/process-memory.ts';
import type { Product } from '../faults/harness/product.ts';
import { randomFrom } from '../faults/harness/random.ts';
import { type Picture, Shop } from '../faults/harness/shop.ts';
import { size } from './size.ts';

export const routes = [
  'public gallery page',
  'search',
  'own gallery page',
  'balance',
  'order of a picture',
  'picture made',
  'purchase',
] as const;
export type Route = (typeof routes)[number];

/** Of a member between two visits, on average. */
const PAUSE_MS = size(8_000, 100);
const GRANTED_CREDITS = 1_000;
const SELLERS = size(4, 1);
/** By each seller, of eight pictures each: the free plan has 50 a month. */
const PUBLISHED_GENERATIONS = size(6, 1);
const WORDS = ['lake', 'city', 'forest', 'fox', 'canyon', 'boat', 'galaxy', 'harbour'];
const PAGE = 24;
const LOOK_EVERY_MS = 100;

/** A product with pictures on sale, and members who visit it at random. Their visits repeat by the seed. */
export class SiteOfMembers {
  readonly times = Object.fromEntries(routes.map((route) => [route, [] as number[]])) as Record<Route, number[]>;
  readonly errors: string[] = [];
  private readonly shop: Shop;
  private pictures: readonly Picture[] = [];

  private constructor(
    private readonly product: Product,
    readonly people: People,
  ) {
    this.shop = new Shop(people, new CardService(product));
  }

  static async open(product: Product, members: number): Promise<SiteOfMembers> {
    const people = new People(product);
    const site = new SiteOfMembers(product, people);
    const pictures: Picture[] = [];
    for (let seller = 0; seller < SELLERS; seller++) {
      const member = await people.register();
      await people.grant(member, GRANTED_CREDITS);
      pictures.push(...(await site.shop.publish(member, PUBLISHED_GENERATIONS, `A ${WORDS.join(', a ')}`)));
    }
    site.pictures = pictures;
    while (people.members.length < SELLERS + members) await people.grant(await people.register(), GRANTED_CREDITS);
    return site;
  }

  /** Lets all members visit for so long. Returns the memory of all processes after half of it and at its end, MiB. */
  async spend(ms: number): Promise<{ half: number; end: number }> {
    const end = performance.now() + ms;
    const visitors = this.people.members.slice(SELLERS);
    const running = visitors.map((member, index) => this.visit(member, randomFrom(index), end));
    await sleep(ms / 2);
    const half = this.memory();
    await Promise.all(running);
    return { half, end: this.memory() };
  }

  private memory(): number {
    return Object.values(memoryOf(this.product)).reduce((sum, mib) => sum + mib, 0);
  }

  private async visit(member: Member, random: () => number, end: number): Promise<void> {
    const unbought = this.pictures.toSorted(() => random() - 0.5);
    for (;;) {
      await sleep(2 * PAUSE_MS * random());
      if (performance.now() > end) return;
      await this.act(member, random, unbought);
    }
  }

  private async act(member: Member, random: () => number, unbought: Picture[]): Promise<void> {
    const kind = random();
    const page = 1 + Math.floor(random() * 4);
    const word = WORDS[Math.floor(random() * WORDS.length)] ?? '';
    if (kind < 0.4) await this.read('public gallery page', `${galleryHttp.public.path}?limit=${PAGE}&page=${page}`);
    else if (kind < 0.6) await this.read('search', `${searchHttp.images.path}?q=${word}`, member);
    else if (kind < 0.75) await this.read('own gallery page', `${galleryHttp.own.path}?limit=12&page=1`, member);
    else if (kind < 0.82) await this.read('balance', '/api/wallet/balance', member);
    else if (kind < 0.92) await this.generate(member, word);
    else await this.buy(member, unbought.pop());
  }

  private async read(route: Route, path: string, member?: Member): Promise<void> {
    await this.time(route, async () => {
      const { status } = await this.people.http.once('GET', path, member ? { token: member.token } : {});
      if (status !== 200) throw new Error(`${path} answered ${status}`);
    });
  }

  private async generate(member: Member, word: string): Promise<void> {
    await this.time('picture made', async () => {
      const outcome = await this.time('order of a picture', () =>
        this.people.order(member, { prompt: `A ${word}`, async: true }),
      );
      if (outcome?.kind !== 'accepted') throw new Error(`an order was ${JSON.stringify(outcome)}`);
      const path = generationHttp.one.path.replace(':id', outcome.generationId);
      for (;;) {
        const { status, body } = await this.people.http.once('GET', path, { token: member.token });
        const made = status === 200 ? generationHttp.one.reply.parse(body).generation.status : undefined;
        if (made === 'completed') return;
        if (made === 'failed' || made === 'cancelled' || status >= 500) throw new Error(`a generation ended ${made}`);
        await sleep(LOOK_EVERY_MS);
      }
    });
  }

  private async buy(member: Member, picture: Picture | undefined): Promise<void> {
    if (!picture) return;
    await this.time('purchase', async () => {
      const { status, body } = await this.shop.buy(member, picture);
      if (status >= 300) throw new Error(`a purchase was answered ${status} ${JSON.stringify(body)}`);
    });
  }

  /** Records the time where it succeeds, and the error where it fails. */
  private async time<T>(route: Route, work: () => Promise<T>): Promise<T | undefined> {
    const begun = performance.now();
    try {
      const done = await work();
      this.times[route].push(performance.now() - begun);
      return done;
    } catch (error) {
      this.errors.push(`${route}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    }
  }
}
