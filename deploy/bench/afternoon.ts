import { setTimeout as sleep } from 'node:timers/promises';
import { downloadsHttp } from '@easel/contracts/downloads/http';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { ledgerHttp } from '@easel/contracts/ledger/http';
import { searchHttp } from '@easel/contracts/search/http';
import { CardService } from '../faults/harness/card-service.ts';
import { expectOk, People, type Member } from '../faults/harness/people.ts';
import type { Product } from '../faults/harness/product.ts';
import { Shop } from '../faults/harness/shop.ts';
import { until } from '../faults/harness/until.ts';

const ORDERS_AT_ONCE = 4;
/** Of how many pictures one is made public. */
const PUBLIC_EVERY = 2;
const SUBJECTS = ['mountain lake', 'neon city', 'autumn forest', 'red fox', 'desert canyon', 'sailing boat', 'galaxy'];
const MOODS = ['at dawn', 'in the rain', 'at sunset', 'under stars', 'in snow'];

/** How much of each the member does. */
export interface AfternoonPlan {
  readonly pictures1k: number;
  readonly pictures4k: number;
  readonly downloads8k: number;
  readonly browsingMs: number;
  readonly pageEveryMs: number;
}

/** An afternoon of one member's use by script: generations as fast as they go, one 8K download, then browsing. */
export class Afternoon {
  private readonly people: People;
  private member: Member | undefined;

  constructor(
    private readonly product: Product,
    private readonly plan: AfternoonPlan,
  ) {
    this.people = new People(product);
  }

  async spend(): Promise<void> {
    const { pictures1k, pictures4k, downloads8k } = this.plan;
    const member = await this.register();
    const small = await this.generate(member, pictures1k, '1k');
    const large = await this.generate(member, pictures4k, '4k');
    const ids = [...small, ...large];
    await Promise.all(ids.filter((_, n) => n % PUBLIC_EVERY === 0).map((id) => this.publish(member, id)));
    for (const id of ids.toReversed().slice(0, downloads8k)) await this.download(member, id);
    await this.browse(member, ids);
  }

  /** Measures how long a member waits for one more picture of 1K, in ms. A repeat wants another seed. */
  async waitForPicture(seed: number): Promise<number> {
    const member = this.member ?? (await this.register());
    const begun = performance.now();
    const outcome = await this.people.order(member, { prompt: 'A lighthouse at dusk', shape: 'square_1_1', seed });
    if (outcome.kind !== 'completed') throw new Error(`a generation ended ${JSON.stringify(outcome)}`);
    return performance.now() - begun;
  }

  /** A member whose plan has 4K generations, 8K downloads and credits for all of it. */
  private async register(): Promise<Member> {
    const member = await this.people.register();
    await new Shop(this.people, new CardService(this.product)).subscribe(member, 'curator_partner');
    this.member = member;
    return member;
  }

  private async generate(member: Member, count: number, resolution: '1k' | '4k'): Promise<string[]> {
    const ids: string[] = [];
    const numbers = Array.from({ length: count }, (_, n) => n).values();
    const lane = async (): Promise<void> => {
      for (const n of numbers) {
        const prompt = `A ${SUBJECTS[n % SUBJECTS.length]} ${MOODS[n % MOODS.length]}`;
        const order = { prompt, resolution, seed: n, shape: 'square_1_1', async: true } as const;
        const outcome = await this.people.generate(member, order);
        if (outcome.kind !== 'completed') throw new Error(`a generation ended ${JSON.stringify(outcome)}`);
        ids.push(outcome.generationId);
      }
    };
    await Promise.all(Array.from({ length: ORDERS_AT_ONCE }, lane));
    return ids;
  }

  private async publish(member: Member, id: string): Promise<void> {
    const path = generationHttp.makePublic.path.replace(':id', id);
    expectOk(await this.people.http.call('PUT', path, { token: member.token, body: {} }));
  }

  private async download(member: Member, generationId: string): Promise<void> {
    const { http } = this.people;
    const asked = { generationId, resolutionTier: '8K' };
    const quoted = await http.call('POST', downloadsHttp.request.path, { token: member.token, body: asked });
    const { token } = downloadsHttp.request.reply.parse(expectOk(quoted).body);
    const body = { token, format: 'png' };
    const confirmed = await http.call('POST', downloadsHttp.confirm.path, { token: member.token, body });
    const { downloadUrl } = downloadsHttp.confirm.reply.parse(expectOk(confirmed).body);
    const { pathname, search } = new URL(downloadUrl, this.product.address);
    await until(async () => (await http.bytes(pathname + search)).status === 200, { everyMs: 1_000 });
  }

  /** Pages as a browser asks for them: the document, its data and its pictures. */
  private async browse(member: Member, ids: readonly string[]): Promise<void> {
    const visits = [
      () => this.page('/'),
      (n: number) => this.wall(`${galleryHttp.public.path}?limit=24&page=${1 + (n % 4)}`, '/public-gallery'),
      (n: number) => this.wall(`${galleryHttp.own.path}?limit=12&page=${1 + (n % 10)}`, '/your-gallery', member),
      (n: number) => this.picture(member, ids[n % ids.length] ?? ''),
      (n: number) => {
        const query = encodeURIComponent(SUBJECTS[n % SUBJECTS.length] ?? '');
        return this.wall(`${searchHttp.images.path}?q=${query}`, `/search?q=${query}`);
      },
      () => this.page('/pricing'),
      async () => {
        await this.page('/statement');
        const path = `${ledgerHttp.statement.path}?limit=50`;
        expectOk(await this.people.http.call('GET', path, { token: member.token }));
      },
    ];
    const { browsingMs, pageEveryMs } = this.plan;
    const end = performance.now() + browsingMs;
    for (let n = 0; performance.now() < end; n++) {
      const next = performance.now() + pageEveryMs;
      await visits[n % visits.length]?.(Math.floor(n / visits.length));
      await sleep(Math.max(0, next - performance.now()));
    }
  }

  private async page(path: string): Promise<void> {
    const { status } = await this.people.http.once('GET', path, { headers: { accept: 'text/html' } });
    if (status !== 200) throw new Error(`${path} answered ${status}`);
  }

  private async wall(data: string, path: string, member?: Member): Promise<void> {
    await this.page(path);
    const reply = expectOk(await this.people.http.call('GET', data, member ? { token: member.token } : {}));
    await this.pictures([...new Set(JSON.stringify(reply.body).match(/\/api\/images\/[\w./-]+-thumb\.webp/g))], member);
  }

  private async picture(member: Member, id: string): Promise<void> {
    const path = generationHttp.one.path.replace(':id', id);
    const reply = expectOk(await this.people.http.call('GET', path, { token: member.token }));
    await this.pictures([...new Set(JSON.stringify(reply.body).match(/\/api\/images\/[\w./-]+\.webp/g))], member);
  }

  private async pictures(paths: readonly string[], member?: Member): Promise<void> {
    await Promise.all(
      paths.map(async (path) => {
        const { status } = await this.people.http.bytes(path, member ? { token: member.token } : {});
        if (status !== 200) throw new Error(`${path} answered ${status}`);
      }),
    );
  }
}
