import { type SubscribedTier } from '@easel/contracts/account/policy';
import { ChoosePlan } from '@easel/api/subscriptions/choose-plan';
import type { BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { SLOW_CARD } from '../../stand-ins/stripe/domain/cards.ts';
import { action, nameOf, someMember, answerCode, type Action, type Scene } from './action.ts';

const GOOD_CARD = '4242424242424242';
const DECLINED_CARD = '4000000000000002';
/** Is paid, and disputed at once. */
const DISPUTED_CARD = '4000000000000259';

/** Those that differ most come most often. */
const TIERS = [
  [3, 'free'],
  [4, 'starter'],
  [3, 'creator'],
  [2, 'studio'],
  [3, 'agency'],
  [4, 'enterprise'],
  [3, 'curator_partner'],
] as const satisfies readonly (readonly [number, SubscribedTier])[];

export async function choose(
  scene: Scene,
  memberId: string,
  tier: SubscribedTier,
  period: BillingPeriod,
): Promise<void> {
  const { world, tell } = scene;
  const what = `choose ${tier} ${period}`;
  const answer = await world.call({ kind: 'member', id: memberId }, what, ({ commands }, context) =>
    commands.execute(new ChoosePlan(memberId, tier, period, context)),
  );
  tell(`${nameOf(scene, memberId)} ${what}: ${answerCode(answer)}`);
  const url = answer.kind === 'refused' ? answer.extra['url'] : undefined;
  if (typeof url !== 'string') return;
  const page = { memberId, url };
  scene.pages.push(page);
  if (!scene.chance.onceIn(6)) await pay(scene, page);
}

/** Sends a card, most often one that pays. */
export async function pay(scene: Scene, page: Scene['pages'][number]): Promise<void> {
  const { chance, pages, tell, world } = scene;
  const card = chance.weighted([
    [20, GOOD_CARD],
    [3, SLOW_CARD],
    [1, DECLINED_CARD],
    [1, DISPUTED_CARD],
  ]);
  pages.splice(pages.indexOf(page), card === DECLINED_CARD ? 0 : 1);
  await world.cards.pay(page.url, card);
  tell(`${nameOf(scene, page.memberId)} pays by ${card.slice(-4)}`);
}

const period = ({ chance }: Scene): BillingPeriod => (chance.onceIn(3) ? 'yearly' : 'monthly');

async function pressOnPortal(scene: Scene, atEnd: boolean): Promise<void> {
  const running = (await scene.world.cards.all('subscription')).filter(
    ({ status, cancel_at_period_end }) => status === 'active' && cancel_at_period_end !== atEnd,
  );
  const plan = scene.chance.maybe(running);
  if (!plan) return;
  await scene.world.cards.cancelAtEnd(plan.id, atEnd);
  scene.tell(`${nameOf(scene, plan.metadata['memberId'] ?? '')} ${atEnd ? 'cancels' : 'resumes'} at the portal`);
}

/** What members do about their plans. */
export const planActions: readonly Action[] = [
  action('choose', 26, (scene) => choose(scene, someMember(scene), scene.chance.weighted(TIERS), period(scene))),
  action('leave', 6, (scene) => choose(scene, someMember(scene), 'free', 'monthly')),
  action('cancel', 3, (scene) => pressOnPortal(scene, true)),
  action('resume', 3, (scene) => pressOnPortal(scene, false)),
  action('pay a page', 3, async (scene) => {
    const page = scene.chance.maybe(scene.pages);
    if (page) await pay(scene, page);
  }),
  action('renewals', 2, async ({ world, chance, tell }) => {
    const plan = chance.maybe((await world.cards.all('subscription')).filter(({ status }) => status === 'active'));
    if (!plan) return;
    const fails = !chance.onceIn(3);
    await world.cards.declineRenewals(plan.id, fails);
    tell(`renewals of ${plan.id} ${fails ? 'are declined' : 'are paid'}`);
  }),
];
