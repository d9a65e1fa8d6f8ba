import { existsSync } from 'node:fs';
import { earningsHttp } from '@easel/contracts/earnings/http';
import { generationHttp } from '@easel/contracts/generation/http';
import { membersHttp } from '@easel/contracts/members/http';
import { CardService } from '../harness/card-service.ts';
import { expectOk, People, type Member } from '../harness/people.ts';
import type { Product } from '../harness/product.ts';
import { Records } from '../harness/records.ts';
import { Shop, type Picture } from '../harness/shop.ts';
import { until } from '../harness/until.ts';

const DAY_MS = 86_400_000;
/** Few bytes draw it. */
const PICTURE = { prompt: 'A minimal geometric sphere', seed: 1 };

/** How a product is run for a part of the story: with its clock set back by so many days. */
export type Live = (
  daysAgo: number,
  part: (product: Product) => Promise<void>,
  env?: NodeJS.ProcessEnv,
) => Promise<void>;

const names = ['seller', 'buyer', 'other', 'third', 'latest'] as const;

interface Balance {
  credits: number;
  dollars: number;
  held: number;
}

/** What a test must know of it: who they are, how they stood, and what had begun and not ended. */
export interface Told {
  members: Record<(typeof names)[number], Member>;
  /** What they asked for. */
  outcomes: People['outcomes'];
  /** When all of it had been done, and by the account itself. */
  at: string;
  balances: Record<(typeof names)[number], Balance>;
  /** Drawn at that moment, by a worker that died. */
  inFlight: string;
  /** To be purged, its thirty days over. */
  trashed: string;
  picture: Picture;
  payoutId: string;
  /** What had accrued to the seller and not matured. */
  resting: { credits: number; dollars: number };
  /** Asked for while the mail server was away. */
  mailed: string;
}

/**
 * What a release is left in the middle of. A seller of pictures has trash whose thirty days are over, was paid for
 * sales of days ago and has asked for a payout; a later sale's earnings rest and are due; a mail could not be sent; and
 * a picture is being drawn when all of it dies.
 */
export async function tellStory(live: Live, onceFile: string): Promise<Told> {
  const members = {} as Told['members'];
  const outcomes: Told['outcomes'] = [];
  const told = { members, balances: {}, outcomes } as Told;

  await live(31, async (product) => {
    const { people } = at(product);
    for (const name of names) members[name] = await people.register();
    await people.grant(members.seller, 100);
    told.trashed = await cancelled(people, members.seller);
    const path = generationHttp.remove.path.replace(':id', told.trashed);
    expectOk(await people.http.call('DELETE', path, { token: members.seller.token }));
  });

  await live(4, async (product) => {
    const { people, shop } = at(product);
    await shop.subscribe(members.seller, 'enterprise');
    await shop.subscribe(members.buyer, 'creator');
    const { buyer, other, third, latest } = members;
    for (const member of [other, third, latest]) await shop.topUp(member, 20);
    const generationId = await drawn(people, members.seller);
    const { variants } = await people.ended(members.seller, generationId);
    told.picture = { generationId, variantId: variants[0]?.id ?? '' };
    const path = generationHttp.makePublic.path.replace(':id', generationId);
    expectOk(await people.http.call('PUT', path, { token: members.seller.token, body: { isPublic: true } }));
    expectOk(await shop.buy(buyer, told.picture, { method: 'credits' }));
    for (const member of [other, third]) expectOk(await shop.buy(member, told.picture, { method: 'dollars' }));
    await people.http.eventually(earningsHttp.own.path, { token: members.seller.token }, ({ body }) =>
      earningsHttp.own.reply.parse(body).resting.sales === 3 ? true : undefined,
    );
  });

  await live(
    2,
    async (product) => {
      const { people, shop } = at(product);
      const { seller, buyer, latest } = members;
      const payable = await people.http.eventually(earningsHttp.own.path, { token: seller.token }, ({ body }) => {
        const own = earningsHttp.own.reply.parse(body);
        return own.payable.credits > 0 ? own.payable : undefined;
      });
      const asked = await people.http.call('POST', earningsHttp.requestPayout.path, {
        token: seller.token,
        body: { ...payable, iban: 'DE89370400440532013000', accountHolder: 'Ada Seller' },
      });
      told.payoutId = earningsHttp.requestPayout.reply.parse(expectOk(asked).body).payoutId;
      expectOk(await shop.buy(latest, told.picture, { method: 'dollars' }));
      told.resting = await people.http.eventually(earningsHttp.own.path, { token: seller.token }, ({ body }) => {
        const { sales, credits, dollars } = earningsHttp.own.reply.parse(body).resting;
        return sales === 1 ? { credits, dollars } : undefined;
      });
      told.mailed = buyer.email;
      expectOk(await people.http.call('POST', membersHttp.forgotPassword.path, { body: { email: buyer.email } }));
      await Records.of(product, async (records) => {
        await until(async () => (await records.rows('select 1 from vault.anchors')).length > 0, {
          deadlineMs: 180_000,
        });
      });
      const outcome = await people.order(buyer, { ...PICTURE, async: true });
      if (outcome.kind !== 'accepted') throw new Error(`it was ${outcome.kind}`);
      told.inFlight = outcome.generationId;
      await until(() => existsSync(onceFile), { why: () => '(the death of the worker that drew)' });
      for (const name of names) told.balances[name] = await shop.balance(members[name]);
      told.at = new Date(Date.now() - 2 * DAY_MS).toISOString();
    },
    // The first picture of this run is the one; mails find nobody.
    { EASEL_FAULT_POINT: 'imaging.after-claim', EASEL_FAULT_ONCE_FILE: onceFile, SMTP_URL: 'smtp://127.0.0.1:1' },
  );
  return told;

  function at(product: Product): { people: People; shop: Shop } {
    const people = new People(product, product.address, [], outcomes);
    return { people, shop: new Shop(people, new CardService(product)) };
  }
}

/** In the trash it is as good as one with files, which would make a golden DATA_DIR large. */
async function cancelled(people: People, member: Member): Promise<string> {
  const outcome = await people.order(member, { resolution: '4k', count: 4, async: true });
  if (outcome.kind !== 'accepted') throw new Error(`it was ${outcome.kind}`);
  await people.cancel(member, outcome.generationId);
  return outcome.generationId;
}

async function drawn(people: People, member: Member): Promise<string> {
  const outcome = await people.generate(member, PICTURE);
  if (outcome.kind !== 'completed') throw new Error(`it ended ${outcome.kind}`);
  return outcome.generationId;
}
