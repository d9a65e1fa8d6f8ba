import { globSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { earningsHttp } from '@easel/contracts/earnings/http';
import { ledgerHttp } from '@easel/contracts/ledger/http';
import { membersHttp } from '@easel/contracts/members/http';
import { otherStoreCommand } from '@easel/kernel/testing/store-process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { layOut } from './golden/golden-data.ts';
import type { Told } from './golden/story.ts';
import { audit } from './harness/audit.ts';
import { CardService } from './harness/card-service.ts';
import { expectOk, People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees, verifyBooks } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { Shop } from './harness/shop.ts';
import { until } from './harness/until.ts';

const folder = fileURLToPath(new URL('golden/', import.meta.url));

/** Which knows nothing of a golden log. */
const runsOnOtherStore = otherStoreCommand(process.env) !== undefined;
const releases = globSync('*.golden', { cwd: folder }).map((file) => basename(file, '.golden'));

describe.skipIf(runsOnOtherStore)('what a release left in the middle', () => {
  describe.each(releases)('%s', (release) => {
    let product: Product;
    let people: People;
    let shop: Shop;
    let told: Told;

    beforeAll(async () => {
      const dataDir = mkdtempSync(join(tmpdir(), `easel-faults-${process.pid}-`));
      told = await layOut(join(folder, `${release}.golden`), dataDir);
      // What is settled at last is to be seen as payable, and not in a fortnight.
      product = await startProduct({ dataDir, env: { PAYOUT_REST_DAYS: '0' } });
      people = new People(product, product.address, Object.values(told.members), told.outcomes);
      shop = new Shop(people, new CardService(product));
      // Their sessions of then may have ended.
      for (const member of people.members) {
        const { email, password } = member;
        const reply = await people.http.call('POST', membersHttp.login.path, { body: { email, password } });
        member.token = membersHttp.login.reply.parse(expectOk(reply).body).token;
      }
    });
    afterAll(() => product?.remove());

    const factsOf = (stream: string) =>
      Records.of(product, async (records) => (await records.streams()).get(stream) ?? []);

    test('the picture that was being drawn is drawn, and its hold ends', async () => {
      const { buyer } = told.members;
      expect((await people.ended(buyer, told.inFlight)).status).toBe('completed');
      await shop.until(buyer, ({ held }) => held === 0);
      const ends = (await factsOf(`account-${buyer.id}`)).filter(
        ({ type, data }) => type !== 'CreditsHeld' && data['generationId'] === told.inFlight,
      );
      expect(ends.map(({ type }) => type)).toEqual(['CreditsCaptured']);
    });

    test('earnings that rested come to the account, and a payout that was asked for still waits', async () => {
      const { seller } = told.members;
      await people.http.eventually(earningsHttp.own.path, { token: seller.token }, ({ body }) => {
        const { resting, payable, payouts } = earningsHttp.own.reply.parse(body);
        if (resting.sales > 0 || payable.credits === 0) return undefined;
        expect(payable).toEqual({ credits: told.resting.credits, dollars: told.resting.dollars });
        expect(payouts.map(({ id }) => id)).toEqual([told.payoutId]);
        return true;
      });
    });

    test('the trash is emptied', async () => {
      await until(async () => (await factsOf(`generation-${told.trashed}`)).some(({ type }) => type === 'Purged'));
    });

    test('the mail that waited goes out once', async () => {
      await Records.of(product, async (records) => {
        await until(async () => (await records.rows('select from vault.mails')).length === 0);
        const sent = await records.rows(
          `select from vault.local_mail where recipient = $1 and body_text like '%/reset-password%'`,
          [told.mailed],
        );
        expect(sent).toHaveLength(1);
      });
    });

    test('balances are what they were', async () => {
      for (const [name, { credits, dollars, held }] of Object.entries(told.balances)) {
        const { token } = told.members[name as keyof Told['members']];
        const path = `${ledgerHttp.statement.path}?at=${told.at}`;
        const { balance } = ledgerHttp.statement.reply.parse(
          expectOk(await people.http.call('GET', path, { token })).body,
        );
        expect([name, balance]).toEqual([name, { credits, dollars, held, frozen: 0 }]);
      }
      for (const name of ['other', 'third', 'latest'] as const) {
        expect((await shop.balance(told.members[name])).dollars).toBe(told.balances[name].dollars);
      }
    });

    test('files of then are there', async () => {
      expect((await people.download(told.members.seller, told.picture.generationId)).status).toBe(200);
    });

    test('an anchor records from where on facts have macs, and the audit finds nothing', async () => {
      const cutOver = await Records.of(product, (records) =>
        until(async () => {
          const sql = 'select mac_cut_over::text as position from vault.anchors order by number desc limit 1';
          const [anchor] = await records.rows<{ position: string | null }>(sql);
          return anchor?.position ?? undefined;
        }),
      );
      const chained = await Records.of(product, async (records) =>
        [...(await records.streams())]
          .filter(([name]) => /^(account|earnings)-/.test(name))
          .flatMap(([, facts]) => facts),
      );
      const isLater = ({ position }: { position: bigint }): boolean => position >= BigInt(cutOver);
      expect(chained.filter(isLater).every(({ metadata }) => typeof metadata['mac'] === 'string')).toBe(true);
      expect(chained.some(isLater)).toBe(true);
      expect(chained.some(({ metadata }) => metadata['mac'] === undefined)).toBe(true);

      await audit(product, people);
      expect(await verifyBooks(product)).toEqual({ code: 0, said: expect.stringMatching(/^clean; /) as string });
    });

    test('a replay of the log gives the rows that are there', () => expectReplayAgrees(product), 240_000);
  });
});
