import { downloadsHttp } from '@easel/contracts/downloads/http';
import type { ImageSize } from '@easel/contracts/downloads/policy';
import { generationHttp } from '@easel/contracts/generation/http';
import { ledgerHttp, type LedgerBalance, type LedgerEntry } from '@easel/contracts/ledger/http';
import { paymentsHttp } from '@easel/contracts/payments/http';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { subscriptionsHttp } from '@easel/contracts/subscriptions/http';
import type { CardService } from './card-service.ts';
import type { Reply } from './client.ts';
import { expectOk, type Member, type People } from './people.ts';

export interface Picture {
  generationId: string;
  variantId: string;
}

/** What people do with money. */
export class Shop {
  constructor(
    private readonly people: People,
    private readonly cards: CardService,
  ) {}

  /** Public pictures of a member, as many as there are in so many generations of eight. */
  async publish(seller: Member, generations: number, prompt?: string): Promise<Picture[]> {
    const ids = await this.people.batch(
      seller,
      Array.from({ length: generations }, () => ({ count: 8 as const, ...(prompt !== undefined && { prompt }) })),
    );
    const pictures: Picture[] = [];
    for (const generationId of ids) {
      const { variants } = await this.people.ended(seller, generationId);
      expectOk(
        await this.people.http.call('PUT', generationHttp.makePublic.path.replace(':id', generationId), {
          token: seller.token,
          body: { isPublic: true },
        }),
      );
      pictures.push(...variants.map(({ id }) => ({ generationId, variantId: id })));
    }
    return pictures;
  }

  /** The session of a checkout for so many dollars. */
  async openTopUp(member: Member, dollars: number): Promise<string> {
    const reply = await this.people.http.call('POST', paymentsHttp.topUp.path, {
      token: member.token,
      body: { amount: dollars },
    });
    return sessionIn(paymentsHttp.topUp.reply.parse(expectOk(reply).body).url);
  }

  /** Pays so many dollars in; gives the payment once the wallet has them. */
  async topUp(member: Member, dollars: number): Promise<string> {
    const before = (await this.balance(member)).dollars;
    const { payment_intent: payment } = await this.cards.pay(await this.openTopUp(member, dollars));
    await this.until(member, ({ dollars: now }) => now === before + dollars);
    return payment ?? '';
  }

  /** The session of a checkout for a plan by the month. */
  async openPlan(member: Member, tier: string): Promise<string> {
    const reply = await this.people.http.call('POST', subscriptionsHttp.upgrade.path, {
      token: member.token,
      body: { tier, period: 'monthly' },
    });
    if (reply.status !== 402) throw new Error(`a paid plan was answered ${reply.status}`);
    return sessionIn((reply.body as { url: string }).url);
  }

  /** Pays for a plan; resolves once the member has it. */
  async subscribe(member: Member, tier: string): Promise<void> {
    await this.cards.pay(await this.openPlan(member, tier));
    await this.people.http.eventually(subscriptionsHttp.plan.path, { token: member.token }, ({ body }) => {
      const { plan } = subscriptionsHttp.plan.reply.parse(body);
      return plan.tier === tier ? plan : undefined;
    });
  }

  buy(
    member: Member,
    { generationId, variantId }: Picture,
    { size = '1K', method = 'credits', key, ...sums }: Buying = {},
  ): Promise<Reply> {
    return this.people.http.call('POST', purchasesHttp.purchase.path, {
      token: member.token,
      ...(key !== undefined && { key }),
      body: { imageId: generationId, variantId, size, paymentMethod: method, ...sums },
    });
  }

  /** The token of a quote. */
  async quote(member: Member, { generationId, variantId }: Picture, size: ImageSize = '1K'): Promise<string> {
    const reply = await this.people.http.call('POST', downloadsHttp.request.path, {
      token: member.token,
      body: { generationId, variantId, resolutionTier: size, commercial: false },
    });
    return downloadsHttp.request.reply.parse(expectOk(reply).body).token;
  }

  confirm(member: Member, token: string, { key }: { key?: string } = {}): Promise<Reply> {
    return this.people.http.call('POST', downloadsHttp.confirm.path, {
      token: member.token,
      ...(key !== undefined && { key }),
      body: { token, format: 'png' },
    });
  }

  /** By the account itself, not by a read model. */
  async balance(member: Member): Promise<{ credits: number; dollars: number; held: number }> {
    const reply = await this.people.http.call('GET', '/api/wallet/balance', { token: member.token });
    const {
      balance: dollars,
      credits,
      held,
    } = expectOk(reply).body as {
      balance: number;
      credits: number;
      held: number;
    };
    return { credits, dollars, held };
  }

  /** Waits until the account stands as wanted. */
  async until(
    member: Member,
    wanted: (balance: { credits: number; dollars: number; held: number }) => boolean,
  ): Promise<void> {
    await this.people.http.eventually('/api/wallet/balance', { token: member.token }, ({ body }) => {
      const { balance: dollars, credits, held } = body as { balance: number; credits: number; held: number };
      return wanted({ credits, dollars, held }) ? true : undefined;
    });
  }

  /** Every entry of a member's statement, the newest first, and the balance above them. */
  async statement(member: Member): Promise<{ entries: LedgerEntry[]; balance: LedgerBalance }> {
    const entries: LedgerEntry[] = [];
    let cursor: string | null | undefined;
    for (;;) {
      const query = new URLSearchParams({ limit: '100', ...(cursor && { cursor }) });
      const reply = await this.people.http.call('GET', `${ledgerHttp.statement.path}?${query}`, {
        token: member.token,
      });
      const page = ledgerHttp.statement.reply.parse(expectOk(reply).body);
      entries.push(...(page.entries ?? []));
      cursor = page.next;
      if (!cursor) return { entries, balance: page.balance };
    }
  }
}

export interface Buying {
  size?: ImageSize;
  method?: 'credits' | 'dollars';
  /** What the buyer was shown. */
  credits?: number;
  amount?: number;
  key?: string;
}

const sessionIn = (url: string): string => {
  const id = /cs_[A-Za-z0-9_]+/.exec(url)?.[0];
  if (id === undefined) throw new Error(`no session in ${url}`);
  return id;
};
