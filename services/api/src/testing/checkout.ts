import { randomUUID } from 'node:crypto';
import type { Plan } from '@easel/contracts/subscriptions/http';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Test } from 'supertest';
import { registerMember, startApi, type TestMember } from './api-server.ts';
import { startCardService, type TestCardService, type TestSession } from './card-service.ts';

const idIn = (url: string): string => /cs_[A-Za-z0-9_]+/.exec(url)?.[0] ?? '';

/** A server that takes cards, and a test's hands on it. */
export class Checkout {
  constructor(
    readonly server: TestServer,
    readonly service: TestCardService,
  ) {}

  /** `through` leads the server's calls to the card service over another address. */
  static async open(
    through?: (address: string) => Promise<string>,
    settings: Pick<Parameters<typeof startApi>[0] & object, 'prints'> = {},
  ): Promise<Checkout> {
    const service = await startCardService();
    const { STRIPE_API_URL: address = '' } = service.settings;
    const payments = { ...service.settings, STRIPE_API_URL: (await through?.(address)) ?? address };
    const server = await startApi({ payments, ...settings });
    await service.deliverTo(`${await server.app.getUrl()}/api/stripe/webhook`);
    return new Checkout(server, service);
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.service.stop();
  }

  member(): Promise<TestMember> {
    return registerMember(this.server);
  }

  get(member: TestMember, path: string): Test {
    return supertest(this.server.http)
      .get(`/api/${path}`)
      .set(...member.bearer);
  }

  post(member: TestMember, path: string, body: object = {}, key: string = randomUUID()): Test {
    return supertest(this.server.http)
      .post(`/api/${path}`)
      .set(...member.bearer)
      .set('idempotency-key', key)
      .send(body);
  }

  /** The id of a checkout session for the wallet. */
  async openTopUp(member: TestMember, dollars: number, key?: string): Promise<string> {
    const { body } = await this.post(member, 'wallet/stripe/checkout-session', { amount: dollars }, key).expect(200);
    return idIn((body as { url: string }).url);
  }

  /** Opened and paid; no word of it has come yet. */
  async payIn(member: TestMember, dollars: number, card?: string): Promise<TestSession> {
    return this.service.pay(await this.openTopUp(member, dollars), card);
  }

  choose(member: TestMember, tier: string, period = 'monthly', key?: string): Test {
    return this.post(member, 'auth/upgrade-subscription', { tier, period }, key);
  }

  /** The id of a checkout session for a plan. */
  async openPlan(member: TestMember, tier: string, period?: string): Promise<string> {
    const { body } = await this.choose(member, tier, period).expect(402);
    return idIn((body as { url: string }).url);
  }

  /** Paid, and told. */
  async subscribe(member: TestMember, tier: string, period?: string): Promise<TestSession> {
    const session = await this.service.pay(await this.openPlan(member, tier, period));
    await this.service.deliver();
    return session;
  }

  async balance(member: TestMember): Promise<{ dollars: number; credits: number }> {
    const { body } = await this.get(member, 'wallet/balance').expect(200);
    const { balance: dollars, credits } = body as { balance: number; credits: number };
    return { dollars, credits };
  }

  async plan(member: TestMember): Promise<Plan> {
    return ((await this.get(member, 'account/plan').expect(200)).body as { plan: Plan }).plan;
  }

  async statusOf(member: TestMember, sessionId: string): Promise<string> {
    const { body } = await this.get(member, `wallet/stripe/checkout-session/${sessionId}`).expect(200);
    return (body as { checkout: { status: string } }).checkout.status;
  }

  /** What happened on an account, allowances aside. */
  async facts(member: TestMember) {
    const facts = await Array.fromAsync(this.server.foundation.log.read(`account-${member.id}`));
    return facts.filter(({ type, data }) => type !== 'CreditsGranted' || (data as { month: unknown }).month === null);
  }

  async types(member: TestMember): Promise<string[]> {
    return (await this.facts(member)).map(({ type }) => type);
  }
}
