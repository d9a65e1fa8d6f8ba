import { randomUUID } from 'node:crypto';
import { accountHttp } from '@easel/contracts/account/http';
import { generationHttp, generationProblems, type Generation } from '@easel/contracts/generation/http';
import { type AspectRatio, sizeOf } from '@easel/contracts/generation/policy';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { mailHttp } from '@easel/contracts/mail/http';
import { registrationHttp } from '@easel/contracts/members/registration.http';
import { operatorsHttp } from '@easel/contracts/operators/http';
import { HttpClient, type Reply } from './client.ts';
import { operator, type Product } from './product.ts';

export interface Member {
  id: string;
  token: string;
  email: string;
  username: string;
  password: string;
  /** With which others are invited. */
  referralCode: string;
  /** `name=value` of the cookie that shows pictures. */
  imageCookie: string;
}

export interface Order {
  prompt?: string;
  resolution?: '1k' | '2k' | '4k';
  count?: 1 | 4 | 8;
  /** The one that is drawn fastest where absent. */
  shape?: AspectRatio;
  seed?: number;
  key?: string;
  /** Answered at once with 202 instead of with the picture. */
  async?: boolean;
  /** Who makes it; the product chooses where absent. */
  provider?: string;
}

interface Registration {
  key?: string;
  invitedBy?: Member;
  email?: string;
}

/** Drawn fastest. */
const fastestShape = 'ultrawide_21_9';
export const pictureSize = sizeOf(fastestShape, '1k');

/** How a request for pictures ended; the codes of `refused` are the contract's. */
export type Outcome =
  | { kind: 'accepted' | 'completed'; generationId: string; key: string }
  /** Whoever waited for the picture is told that it failed, and not which one it was. */
  | { kind: 'failed' | 'cancelled'; generationId?: string; key: string }
  | { kind: 'refused'; status: number; code: string; key: string };

/** People who use a product, and what they may rely on however often it dies under them. */
export class People {
  readonly http: HttpClient;
  private operatorToken: string | undefined;

  constructor(
    private readonly product: Product,
    address = product.address,
    readonly members: Member[] = [],
    /** Every key that asked for pictures, with how it was answered. */
    readonly outcomes: (Outcome & { memberId: string })[] = [],
  ) {
    this.http = new HttpClient({ address, ready: () => product.ready() });
  }

  /** The same people, who call another server of the product. */
  through(address: string): People {
    return new People(this.product, address, this.members, this.outcomes);
  }

  async register({ key = randomUUID(), invitedBy, email }: Registration = {}): Promise<Member> {
    const name = `m${randomUUID().slice(0, 12)}`;
    const login = { email: email ?? `${name}@faults.example`, username: name, password: `secret-${randomUUID()}` };
    const reply = await this.http.call('POST', registrationHttp.register.path, {
      key,
      body: {
        ...login,
        confirmPassword: login.password,
        firstName: `First${name}`,
        lastName: `Last${name}`,
        ...(invitedBy && { referralCode: invitedBy.referralCode }),
      },
    });
    const { token, user } = registrationHttp.register.reply.parse(expectOk(reply).body);
    const imageCookie = reply.headers.getSetCookie().find((cookie) => cookie.startsWith('easel_images='));
    const { id, referral } = user;
    const member = {
      ...login,
      id,
      token,
      referralCode: referral.code,
      imageCookie: imageCookie?.split(';')[0] ?? '',
    };
    this.members.push(member);
    return member;
  }

  /** Follows the link that was mailed. */
  async verify(member: Member): Promise<void> {
    const link = await this.http.eventually(
      `${mailHttp.json.path}?to=${encodeURIComponent(member.email)}`,
      this.product.mailboxKey,
      ({ body }) => {
        const { mails } = mailHttp.json.reply.parse(body);
        return mails.map(({ text }) => /\/api\/auth\/verify-email\?token=[\w.-]+/.exec(text)?.[0]).find(Boolean);
      },
    );
    const { status, headers } = await this.http.call('GET', link);
    if (status !== 302 || !headers.get('location')?.includes('status=success'))
      throw new Error(`it answered ${status}`);
  }

  /** Credits, by the operator. */
  async grant(member: Member, amount: number): Promise<void> {
    const token = await this.operator();
    const path = accountHttp.grant.path.replace(':id', member.id);
    expectOk(await this.http.call('POST', path, { token, body: { amount, reason: 'a test of faults' } }));
  }

  /** Asks for pictures until the product has answered for good; where it answers that it will, waits for the end. */
  async generate(member: Member, order: Order = {}): Promise<Outcome> {
    const outcome = await this.order(member, order);
    if (outcome.kind !== 'accepted') return outcome;
    const ended = await this.ended(member, outcome.generationId);
    return { ...outcome, kind: ended.status as 'completed' | 'failed' | 'cancelled' };
  }

  /** Asks for pictures and takes the first answer, which may be that they will come. */
  async order(member: Member, order: Order = {}): Promise<Outcome> {
    const {
      prompt = `A lake in the morning ${randomUUID()}`,
      resolution = '1k',
      count = 1,
      shape = fastestShape,
      seed,
      key = randomUUID(),
      provider,
    } = order;
    const reply = await this.http.call('POST', generationHttp.generate.path, {
      token: member.token,
      key,
      body: {
        prompt,
        resolution,
        count,
        aspect_ratio: shape,
        agreed: true,
        ...(seed !== undefined && { seed }),
        ...(provider !== undefined && { provider }),
      },
      ...(order.async && { headers: { prefer: 'respond-async' } }),
      timeoutMs: 180_000,
    });
    const outcome = outcomeOf(reply, key);
    this.outcomes.push({ ...outcome, memberId: member.id });
    return outcome;
  }

  /** Asks for several in one request; gives their ids in its order. */
  async batch(member: Member, orders: readonly Order[]): Promise<string[]> {
    const key = randomUUID();
    const requests = orders.map(({ prompt = 'A lake in the evening', resolution = '1k', count = 1 }) => ({
      prompt: `${prompt} ${randomUUID()}`,
      aspect_ratio: fastestShape,
      agreed: true,
      resolution,
      count,
    }));
    const reply = await this.http.call('POST', generationHttp.batch.path, {
      token: member.token,
      key,
      body: { requests },
    });
    const { generations } = generationHttp.batch.reply.parse(expectStatus(202, reply).body);
    const ids = generations.map(({ id }) => id);
    for (const [n, id] of ids.entries()) this.accepted(member, id, `${key} ${n}`);
    return ids;
  }

  /** Asks for another image of a finished generation. */
  async variant(member: Member, generationId: string): Promise<{ generationId: string; variantId: string }> {
    const reply = await this.act(member, generationHttp.createVariant.path, generationId, { agreed: true });
    const variant = generationHttp.createVariant.reply.parse(expectStatus(202, reply).body);
    this.accepted(member, variant.generationId, variant.generationId);
    return variant;
  }

  /** Asks again for what failed or was cancelled; gives the id of the new one. */
  async retry(member: Member, generationId: string): Promise<string> {
    const reply = await this.act(member, generationHttp.retry.path, generationId, { agreed: true });
    const { generation } = generationHttp.retry.reply.parse(expectStatus(202, reply).body);
    this.accepted(member, generation.id, generation.id);
    return generation.id;
  }

  async cancel(member: Member, generationId: string): Promise<Generation> {
    const reply = await this.act(member, generationHttp.cancel.path, generationId);
    return generationHttp.cancel.reply.parse(expectOk(reply).body).generation;
  }

  private act(member: Member, path: string, generationId: string, body: object = {}): Promise<Reply> {
    return this.http.call('POST', path.replace(':id', generationId), { token: member.token, body });
  }

  private accepted(member: Member, generationId: string, key: string): void {
    this.outcomes.push({ kind: 'accepted', generationId, key, memberId: member.id });
  }

  /** The generation as its owner sees it once it has ended. */
  ended(member: Member, generationId: string): Promise<Generation> {
    const path = generationHttp.one.path.replace(':id', generationId);
    return this.http.eventually(path, { token: member.token }, ({ status, body }) => {
      if (status === 404) return undefined; // not projected yet
      if (status !== 200) throw new Error(`${path} answered ${status}`);
      const { generation } = generationHttp.one.reply.parse(body);
      return generation.status === 'queued' || generation.status === 'processing' ? undefined : generation;
    });
  }

  async balance(member: Member): Promise<{ credits: number; held: number }> {
    const reply = await this.http.call('GET', accountHttp.balance.path, { token: member.token });
    return accountHttp.balance.reply.parse(expectOk(reply).body);
  }

  download(member: Member, generationId: string, index = 0): ReturnType<HttpClient['bytes']> {
    const path = generationHttp.download.path.replace(':id', generationId).replace(':index', String(index));
    return this.http.bytes(path, { token: member.token });
  }

  /** A token of an operator of that role, by invitation. */
  async invited(role: OperatorRole): Promise<string> {
    const token = await this.operator();
    const email = `${randomUUID()}@faults.example`;
    const body = { email, name: 'An operator', role, reason: 'a test of faults' };
    expectStatus(201, await this.http.call('POST', operatorsHttp.invite.path, { token, body }));
    const link = await this.http.eventually(
      `${mailHttp.json.path}?to=${email}`,
      this.product.mailboxKey,
      ({ body: mailbox }) =>
        mailHttp.json.reply
          .parse(mailbox)
          .mails.map(({ text }) => /[?&#]token=([0-9a-f]+)/.exec(text)?.[1])
          .find(Boolean),
    );
    const password = `secret-${randomUUID()}`;
    const joined = await this.http.call('POST', operatorsHttp.accept.path, { body: { token: link, password } });
    return operatorsHttp.accept.reply.parse(expectOk(joined).body).token;
  }

  /** A token of the first operator, an admin. */
  async operator(): Promise<string> {
    this.operatorToken ??= await this.signInOperator();
    return this.operatorToken;
  }

  private async signInOperator(): Promise<string> {
    const reply = await this.http.call('POST', operatorsHttp.login.path, { body: operator });
    return operatorsHttp.login.reply.parse(expectOk(reply).body).token;
  }
}

function outcomeOf({ status, body }: Reply, key: string): Outcome {
  const { generation, code } = body as { generation?: { id: string }; code?: string };
  if (status === 200 || status === 202) {
    return { kind: status === 200 ? 'completed' : 'accepted', generationId: generation?.id ?? '', key };
  }
  if (code === generationProblems.failed.code) return { kind: 'failed', key };
  if (code === generationProblems.cancelled.code) return { kind: 'cancelled', key };
  return { kind: 'refused', status, code: code ?? '', key };
}

export const expectOk = (reply: Reply): Reply => expectStatus(200, reply);

function expectStatus(status: number, reply: Reply): Reply {
  if (reply.status !== status) throw new Error(`answered ${reply.status}: ${JSON.stringify(reply.body)}`);
  return reply;
}
