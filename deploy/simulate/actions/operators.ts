import type { AccountCommand } from '@easel/api/account/account.decider';
import { member } from '@easel/api/members/member.decider';
import { prices } from '@easel/api/settings/prices.decider';
import { accountStream } from '@easel/contracts/account/stream';
import type { SettingsFact } from '@easel/contracts/settings/events';
import { referralCodeOf } from '@easel/contracts/members/policy';
import { memberStream } from '@easel/contracts/members/stream';
import { pricesStream } from '@easel/contracts/settings/stream';
import { firstPriceList } from '@easel/contracts/prices/policy';
import { decide } from '@easel/kernel/deciding/decide';
import { action, nameOf, someMember, streamsOf, answerCode, type Action, type Scene } from './action.ts';

const MOST_MEMBERS = 6;

/** The address of somebody, which says whose it is wherever it stands. */
export const emailOf = (memberId: string): string => `${memberId}@example.org`;

/** Somebody registers, by somebody's code or by none, and verifies the address. */
export async function register(scene: Scene, inviterId: string | undefined): Promise<void> {
  const { world, members, tell } = scene;
  const memberId = crypto.randomUUID();
  const email = emailOf(memberId);
  const registered = await world.call({ kind: 'member', id: memberId }, 'register', ({ runner }, context) =>
    runner.execute(
      memberStream.nameOf(memberId),
      member,
      {
        type: 'RegisterMember',
        memberId,
        email,
        username: `m${members.length}`,
        firstName: 'Ada',
        lastName: 'Byron',
        marketingOptIn: false,
        referralCode: inviterId === undefined ? null : referralCodeOf(inviterId),
      },
      context,
    ),
  );
  if (registered.kind !== 'done') return;
  members.push(memberId);
  await world.stage.addMember(memberId);
  const verified = await world.call({ kind: 'member', id: memberId }, 'verify', ({ runner }, context) =>
    runner.execute(memberStream.nameOf(memberId), member, { type: 'VerifyEmail', memberId, email }, context),
  );
  const by = inviterId === undefined ? '' : ` by ${nameOf(scene, inviterId)}`;
  tell(`${nameOf(scene, memberId)} registers${by}: ${answerCode(verified)}`);
}

async function revisePrices(scene: Scene): Promise<void> {
  const { world, chance, tell } = scene;
  const last = streamsOf<SettingsFact>(scene, 'settings')
    .flat()
    .findLast(({ type }) => type === 'PriceListRevised');
  const version = last?.type === 'PriceListRevised' ? last.data.version : firstPriceList.version;
  const [tenths, cents] = [chance.int(1, 20) * 10, chance.int(5, 300)];
  const list = {
    ...firstPriceList,
    version,
    images: { ...firstPriceList.images, '1K': { tenths, cents } },
    products: firstPriceList.products.map((product) => ({ ...product, cents: product.cents + 2 * cents })),
  };
  const answer = await world.call({ kind: 'operator', id: 'op' }, 'revise prices', ({ runner }, context) =>
    runner.execute(pricesStream.name, prices, { type: 'RevisePriceList', list, reason: 'a try' }, context),
  );
  tell(`an operator asks ${tenths / 10} credits or ${cents} cents for 1K: ${answerCode(answer)}`);
}

/** What operators do, and who comes. */
export const operatorActions: readonly Action[] = [
  action('grant', 2, async (scene) => {
    const memberId = someMember(scene);
    const tenths = scene.chance.int(1, 500);
    const answer = await scene.world.call({ kind: 'operator', id: 'op' }, 'grant', ({ commands }, context) =>
      commands.execute(
        decide<AccountCommand>(
          accountStream,
          memberId,
          { type: 'GrantCredits', memberId, key: `grant:${context.key}`, tenths, reason: 'adjustment', note: 'thanks' },
          context,
        ),
      ),
    );
    scene.tell(`an operator grants ${nameOf(scene, memberId)} ${tenths / 10}: ${answerCode(answer)}`);
  }),
  action('revise prices', 1, revisePrices),
  action('invite', 2, async (scene) => {
    if (scene.members.length < MOST_MEMBERS) await register(scene, someMember(scene));
  }),
];
