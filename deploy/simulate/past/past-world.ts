import { randomUUID } from 'node:crypto';
import { competitionIdOf } from '@easel/api/competitions/competition-id';
import { collectionsHttp } from '@easel/contracts/collections/http';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import { competitionsHttp } from '@easel/contracts/competitions/http';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { curatorsHttp } from '@easel/contracts/curators/http';
import { downloadsHttp } from '@easel/contracts/downloads/http';
import { earningsHttp } from '@easel/contracts/earnings/http';
import { favoritesHttp } from '@easel/contracts/favorites/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { checkedShape } from '@easel/contracts/kernel/client/checked-shape';
import { createClient } from '@easel/contracts/kernel/client/client';
import { membersHttp } from '@easel/contracts/members/http';
import { registrationHttp } from '@easel/contracts/members/registration.http';
import { messagesHttp } from '@easel/contracts/messages/http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import { ordersHttp } from '@easel/contracts/orders/http';
import { paymentsHttp } from '@easel/contracts/payments/http';
import { peopleHttp } from '@easel/contracts/people/http';
import { centred } from '@easel/contracts/products/placement';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { searchHttp } from '@easel/contracts/search/http';
import { subscriptionsHttp } from '@easel/contracts/subscriptions/http';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { Landing } from '@easel/contracts/telemetry/landing.http';
import { telemetryHttp, type MeasuredPage } from '@easel/contracts/telemetry/http';
import { PAGE_MEASURED, VISIT_BEGUN } from '@easel/contracts/telemetry/policy';
import { trialsHttp } from '@easel/contracts/trials/http';
import { demoOperators, type DemoMessage } from '../../local/demo-console.ts';
import { join, signIn } from '../../local/seed-console.ts';
import { checkoutIn, pay } from '../../local/seed-payment.ts';
import { wallWait } from '../real/leaping-clock.ts';
import type { Person, Picture } from './cast.ts';
import { shippingAddress } from './challenge-cast.ts';
import type { PastStage } from './past-stage.ts';

const never = new AbortController().signal;
/** The example of the standard; nothing is ever sent there. */
const DEMO_IBAN = 'DE89370400440532013000';
const RETRY_MS = 60_000;
const LOOK_MS = 10;
const LOOKED_FOR_MS = 60_000;
const MOST_RETRIES = 30;

/** The section of a curator: the first picture of the series is its banner. */
export interface CuratorSection {
  readonly name: string;
  readonly text: string;
  readonly series: { readonly title: string; readonly prompts: readonly string[] };
}

/**
 * What people do in the past, each by the calls that their browsers would make. Throws where one is refused: the plan
 * is wrong then.
 */
export class PastWorld {
  private readonly members = new Map<string, { id: string; token: string }>();
  private readonly pictures = new Map<string, string>();
  /** Images that are entered in challenges, by the picture's key. */
  private readonly entered = new Map<string, string>();
  /** By buyer and the picture's key. */
  private readonly orders = new Map<string, string>();
  private readonly messages = new Map<string, string>();
  /** Cookies of visitors who have made a picture. */
  private readonly visitors = new Map<string, string>();

  constructor(private readonly stage: PastStage) {}

  /** A visitor who has made a picture brings it along. */
  async register(person: Person, landing: Landing, visitor?: string): Promise<void> {
    const { username, password } = person;
    const body = { ...person, confirmPassword: password, landing };
    const cookie = visitor === undefined ? undefined : this.visitors.get(visitor);
    const { user, token } = await this.visiting(cookie).call(registrationHttp.register, { body });
    this.members.set(username, { id: user.id, token });
  }

  /** Follows the link in the mail. */
  async verify({ email }: Person): Promise<void> {
    let token: string | undefined;
    await this.until(async () => {
      const mails = await this.stage.readMail(email);
      token = mails
        .map(({ text }) => /verify-email\?token=([\w.-]+)/.exec(text)?.[1])
        .find((found) => found !== undefined);
      return token !== undefined;
    }, `no link came to ${email}`);
    await fetch(`${this.stage.address}${membersHttp.verifyEmail.path}?token=${token}`, { redirect: 'manual' });
  }

  async show(name: string): Promise<void> {
    const body = { name, shown: true };
    await this.stage.call(membersHttp.updatePublicProfile, { body }, this.as(name));
  }

  /** Of a picture that everyone may see. */
  async chooseAvatar(name: string, picture: string): Promise<void> {
    const generation_id = this.picture(picture);
    const found = await this.stage.call(generationHttp.one, { params: { id: generation_id } }, this.as(name));
    const variant_id = found.generation.variants[0]?.id ?? '';
    await this.stage.call(peopleHttp.chooseAvatar, { body: { avatar: { generation_id, variant_id } } }, this.as(name));
  }

  /** Its key names it from here on. */
  async generate(name: string, key: string, { isPublic = false, ...picture }: Picture): Promise<void> {
    const body = { resolution: '1k', ...picture, agreed: true };
    const { generation } = await this.stage.call(generationHttp.generate, { body }, this.as(name));
    this.pictures.set(key, generation.id);
    const params = { id: generation.id };
    if (isPublic) await this.stage.call(generationHttp.makePublic, { params, body: { isPublic } }, this.as(name));
  }

  /** Asks for a picture while the provider is out of order, until that is given up. */
  async generateInVain(name: string, picture: Picture): Promise<void> {
    const { isPublic: _, ...body } = picture;
    const { address, maker, positions } = this.stage;
    const bearer = (): string => this.member(name).token;
    maker.isOutOfOrder = true;
    try {
      const asked = { body: { ...body, resolution: '1k', agreed: true } };
      const client = createClient({ readShape: checkedShape, address, bearer, positions });
      const { generation } = await client.call(generationHttp.generate, asked, { respondAsync: true });
      for (let tries = 0; (await this.statusOf(name, generation.id)) !== 'failed'; tries += 1) {
        if (tries === MOST_RETRIES) throw new Error('a picture in vain is not given up');
        await this.stage.pass(RETRY_MS);
        await this.stage.rest();
      }
    } finally {
      maker.isOutOfOrder = false;
    }
  }

  /** Makes a picture, and enters it in the open challenge of a kind. Its key names it from here on. */
  async enter(name: string, key: string, kind: ChallengeKind, picture: Picture): Promise<void> {
    await this.generate(name, key, picture);
    const { call } = this.stage;
    const generationId = this.picture(key);
    const asked = await call(competitionsHttp.eligibility, { params: { id: generationId } }, this.as(name));
    const challenge = asked.challenges.find((one) => one.kind === kind);
    if (!challenge) throw new Error(`no ${kind} challenge is open`);
    const variantId = challenge.variants[0]?.variant_id ?? '';
    this.entered.set(key, variantId);
    const body = { generationId, variantId };
    await call(competitionsHttp.enter, { params: { id: challenge.competition_id }, body }, this.as(name));
  }

  async prepareChallenges(
    prepared: readonly { kind: ChallengeKind; month: string; theme: string; description: string }[],
  ): Promise<void> {
    await this.asAdmin(async (token) => {
      for (const body of prepared) await this.stage.call(competitionsConsoleHttp.prepare, { body }, { token });
    });
  }

  /** The first time proposes it; a day later it is done. */
  async announceWinners(kind: ChallengeKind, month: string): Promise<void> {
    const params = { id: competitionIdOf(kind, month) };
    await this.asAdmin((token) => this.stage.call(competitionsConsoleHttp.announce, { params }, { token }));
  }

  /** Orders a product with a picture of another's that is entered in an open challenge, and pays it. */
  async order(name: string, key: string, productId: 't-shirt' | 'poster', quantity: number): Promise<void> {
    const { call } = this.stage;
    const generationId = this.picture(key);
    const isShirt = productId === 't-shirt';
    const item = {
      kind: 'product' as const,
      id: 'cart-1',
      generationId,
      variantId: this.entered.get(key) ?? '',
      productId,
      size: isShirt ? 'M' : '18x24',
      color: isShirt ? 'white' : '',
      quantity,
      placement: centred,
    };
    const body = {
      id: `ORD-${Date.now()}`,
      customerName: name,
      customerEmail: `${name}@easel.local`,
      customerPhone: '',
      items: [item],
      shipping_address: shippingAddress,
      delivery_method: 'standard' as const,
      test_mode: false,
    };
    const { order } = await call(ordersHttp.place, { body }, this.as(name));
    const paid = { params: { id: order.id }, body: { paymentMethod: 'pm_card_visa' } };
    const { payment } = await call(ordersHttp.pay, paid, this.as(name));
    if (payment !== 'paid') throw new Error(`the payment of ${name} is ${payment}`);
    this.orders.set(`${name} ${key}`, order.id);
  }

  /** Refunds all that a member ordered with a picture. */
  async refundOrder(name: string, key: string): Promise<void> {
    const params = { id: this.orders.get(`${name} ${key}`) ?? '' };
    const body = { what: 'all' as const, reason: 'arrived with a stain' };
    await this.asAdmin((token) => this.stage.call(orderActionsHttp.refund, { params, body }, { token }));
  }

  /** What has been sent to the print service is made, and leaves. */
  async shipParcels(): Promise<void> {
    await this.stage.shipParcels();
  }

  async generateTogether(name: string, pictures: readonly Picture[]): Promise<void> {
    const requests = pictures.map((picture) => ({ ...picture, resolution: '1k', agreed: true }));
    const { generations } = await this.stage.call(generationHttp.batch, { body: { requests } }, this.as(name));
    for (const { id } of generations)
      await this.until(async () => (await this.statusOf(name, id)) === 'completed', 'a picture is not made in time');
  }

  async collect(name: string, collection: string, keys: readonly string[]): Promise<void> {
    const { id } = await this.stage.call(collectionsHttp.make, { body: { name: collection } }, this.as(name));
    const body = { generationIds: keys.map((key) => this.picture(key)) };
    await this.stage.call(collectionsHttp.collect, { params: { id }, body }, this.as(name));
  }

  async favorite(name: string, key: string): Promise<void> {
    await this.stage.call(favoritesHttp.toggle, { params: { generationId: this.picture(key) } }, this.as(name));
  }

  async follow(name: string, other: string): Promise<void> {
    const params = { id: this.member(other).id };
    await this.stage.call(peopleHttp.follow, { params, body: { isFollowed: true } }, this.as(name));
  }

  async topUp(name: string, dollars: number): Promise<void> {
    const { token } = this.member(name);
    const { call } = this.stage;
    await pay(await call(paymentsHttp.topUp, { body: { amount: dollars } }, { token }), token, call, never, LOOK_MS);
  }

  async subscribe(name: string, tier: SubscribedTier): Promise<void> {
    const { token } = this.member(name);
    const { call } = this.stage;
    const asked = call(subscriptionsHttp.upgrade, { body: { tier } }, { token });
    await pay(await asked.catch(checkoutIn), token, call, never, LOOK_MS);
  }

  async buy(name: string, key: string, paymentMethod: 'credits' | 'dollars'): Promise<void> {
    const body = { imageId: this.picture(key), size: '1K' as const, paymentMethod };
    await this.stage.call(purchasesHttp.purchase, { body }, this.as(name));
  }

  /** A picture of one's own, as one's plan lets. */
  async download(name: string, key: string): Promise<void> {
    const { address } = this.stage;
    const body = { generationId: this.picture(key), resolutionTier: '1K' as const };
    const { token } = await this.stage.call(downloadsHttp.request, { body }, this.as(name));
    const confirmed = { body: { token, format: 'png' as const } };
    const { downloadUrl } = await this.stage.call(downloadsHttp.confirm, confirmed, this.as(name));
    const file = await fetch(new URL(downloadUrl, address));
    await file.body?.cancel();
  }

  async search(name: string, q: string): Promise<void> {
    const { pagination } = await this.stage.call(searchHttp.images, { query: { q } }, this.as(name));
    await this.stage.call(searchHttp.perform, { body: { q, found: pagination.total } }, this.as(name));
  }

  /** What browsers tell of visits that begin, and of pages that came. */
  async field(visits: readonly Landing[], pages: readonly MeasuredPage[]): Promise<void> {
    for (const visit of visits) {
      await this.stage.call(telemetryHttp.track, { body: { event_type: VISIT_BEGUN, event_data: { ...visit } } });
    }
    const events = pages.map((page) => ({ event_type: PAGE_MEASURED, event_data: { ...page } }));
    await this.stage.call(telemetryHttp.track, { body: { events } });
  }

  async tryOut(visitor: string, prompt: string): Promise<void> {
    const before = this.visiting(this.visitors.get(visitor), (cookie) => this.visitors.set(visitor, cookie));
    await before.call(trialsHttp.make, { body: { prompt, agreed: true } });
    const known = this.visiting(this.visitors.get(visitor));
    await this.until(
      async () => (await known.call(trialsHttp.current, {})).trial?.status === 'completed',
      'a picture is not made in time',
    );
  }

  async appointOperators(): Promise<void> {
    const { admin, call, readMail } = this.stage;
    const token = await signIn(admin, call);
    for (const operator of demoOperators) await join(operator, token, readMail, call, never);
    await call(operatorsHttp.logout, {}, { token });
  }

  async appointCurator(name: string): Promise<void> {
    const body = { curator: true, reason: 'sells well, and answers whoever asks' };
    const params = { id: this.member(name).id };
    await this.asAdmin((token) => this.stage.call(curatorsHttp.appoint, { params, body }, { token }));
  }

  /** Describes the curator's section, and fills it with a series of their public pictures. */
  async openSection(name: string, { name: title, text, series }: CuratorSection): Promise<void> {
    const { call } = this.stage;
    const generationIds = series.prompts.map((prompt) => this.picture(prompt));
    const [generation_id = ''] = generationIds;
    const { generation } = await call(generationHttp.one, { params: { id: generation_id } }, this.as(name));
    const banner = { generation_id, variant_id: generation.variants[0]?.id ?? '' };
    await call(curatorsHttp.describeSection, { body: { name: title, text, banner } }, this.as(name));
    const body = { title: series.title, generationIds };
    await call(curatorsHttp.arrangeSeries, { params: { id: randomUUID() }, body }, this.as(name));
  }

  /** All that may be paid out is asked for, and an admin marks it as paid. */
  async payOut(name: string): Promise<void> {
    const { id } = this.member(name);
    const { payable } = await this.stage.call(earningsHttp.own, {}, this.as(name));
    const asked = await this.stage.call(
      earningsHttp.requestPayout,
      { body: { ...payable, iban: DEMO_IBAN, accountHolder: name } },
      this.as(name),
    );
    const params = { id, payoutId: asked.payoutId };
    const body = { outcome: 'paid' as const, reason: 'transferred' };
    await this.asAdmin((token) => this.stage.call(earningsHttp.settlePayout, { params, body }, { token }));
  }

  /** Its key names it from here on. */
  async write(key: string, { from, message_type, subject, message_content, priority }: DemoMessage): Promise<void> {
    const body = {
      message_type,
      sender_name: from === undefined ? null : from,
      sender_email: from === undefined ? null : `${from}@easel.local`,
      subject,
      message_content,
      priority,
      source_page: { feature: '/report-feature', bug: '/report-bug', contact: '/contact' }[message_type],
    };
    const as = from === undefined ? {} : this.as(from);
    this.messages.set(key, (await this.stage.call(messagesHttp.submit, { body }, as)).id);
  }

  /** What the console's people make of a message. */
  async answer(key: string, { triage, reply }: Pick<DemoMessage, 'triage' | 'reply'>): Promise<void> {
    const { call } = this.stage;
    const [support] = demoOperators;
    const token = await signIn(support, call);
    const { admin } = await call(operatorsHttp.me, {}, { token });
    const params = { id: this.messages.get(key) ?? '' };
    let { version } = await call(messagesHttp.one, { params }, { token });
    if (triage) {
      const { mine = false, ...request } = triage;
      const body = { version, ...request, ...(mine && { assignee: admin.id }) };
      ({ version } = await call(messagesHttp.triage, { params, body }, { token }));
    }
    if (reply !== undefined) await call(messagesHttp.reply, { params, body: { version, text: reply } }, { token });
    await call(operatorsHttp.logout, {}, { token });
  }

  /** Everybody's sessions end: they were begun by the database's clock, which is not that of the past. */
  async leave(): Promise<void> {
    for (const { token } of this.members.values()) await this.stage.call(membersHttp.logout, {}, { token });
  }

  private async asAdmin(work: (token: string) => Promise<unknown>): Promise<void> {
    const { admin, call } = this.stage;
    const token = await signIn(admin, call);
    await work(token);
    await call(operatorsHttp.logout, {}, { token });
  }

  private async statusOf(name: string, id: string): Promise<string> {
    const { generation } = await this.stage.call(generationHttp.one, { params: { id } }, this.as(name));
    return generation.status;
  }

  private member(name: string): { id: string; token: string } {
    const member = this.members.get(name);
    if (!member) throw new Error(`nobody is called ${name}`);
    return member;
  }

  private as(name: string): { token: string } {
    return { token: this.member(name).token };
  }

  private picture(key: string): string {
    const id = this.pictures.get(key);
    if (id === undefined) throw new Error(`no picture is called ${key}`);
    return id;
  }

  /** Calls of somebody who has no token, and perhaps a cookie. */
  private visiting(cookie: string | undefined, onCookie?: (cookie: string) => void): ReturnType<typeof createClient> {
    const carrier = async (address: string, init: RequestInit): Promise<Response> => {
      const headers = new Headers(init.headers);
      if (cookie !== undefined) headers.set('cookie', cookie);
      const response = await fetch(address, { ...init, headers });
      const [set] = response.headers.getSetCookie();
      if (set !== undefined) onCookie?.(set.split(';')[0] ?? '');
      return response;
    };
    return createClient({ readShape: checkedShape, address: this.stage.address, carrier });
  }

  /**
   * Looks whenever nothing is under way, by the wall clock: that of the past must not leap while a picture is drawn.
   */
  private async until(isSo: () => Promise<boolean>, otherwise: string): Promise<void> {
    const deadline = performance.now() + LOOKED_FOR_MS;
    while (!(await isSo())) {
      if (performance.now() > deadline) throw new Error(otherwise);
      await wallWait(LOOK_MS);
      await this.stage.rest();
    }
  }
}
