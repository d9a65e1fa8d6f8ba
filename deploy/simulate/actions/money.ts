import type { AccountCommand } from '@easel/api/account/account.decider';
import { OpenTopUp } from '@easel/api/payments/open-top-up';
import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import { decide } from '@easel/kernel/deciding/decide';
import { action, nameOf, someMember, streamsOf, answerCode, type Action, type Scene } from './action.ts';
import { pay } from './plans.ts';

/** Charges that are paid, the newest first: what is interesting happens soon after a payment. */
async function someCharge({ world, chance }: Scene) {
  const charges = (await world.cards.all('charge')).filter(({ status }) => status === 'succeeded');
  return charges.length === 0 ? undefined : charges[chance.int(0, chance.int(0, charges.length - 1))];
}

/** Whole most of the time, else a part. */
const partOf = ({ chance }: Scene, cents: number): number | undefined =>
  chance.onceIn(3) ? chance.int(1, Math.max(1, cents)) : undefined;

async function topUp(scene: Scene): Promise<void> {
  const { world, chance, pages, tell } = scene;
  const memberId = someMember(scene);
  const cents = chance.pick([1_000, 1_000, 2_500, 10_000]);
  const answer = await world.call({ kind: 'member', id: memberId }, 'top up', ({ commands }, context) =>
    commands.execute(new OpenTopUp(memberId, cents, context)),
  );
  tell(`${nameOf(scene, memberId)} tops up ${cents}: ${answerCode(answer)}`);
  if (answer.kind !== 'done') return;
  const page = { memberId, url: answer.value.url };
  pages.push(page);
  if (!chance.onceIn(6)) await pay(scene, page);
}

/** Of the standard's example. */
const IBAN = 'DE89370400440532013000';

async function requestPayout(scene: Scene): Promise<void> {
  const { world, chance, tell } = scene;
  const memberId = someMember(scene);
  const earned = { tenths: 0, cents: 0 };
  for (const { type, data } of accountOf(scene, memberId)) {
    if (type === 'EarningsSettled') earned.tenths += data.tenths;
    if (type === 'EarningsSettled' || type === 'ChallengeShareGranted') earned.cents += data.cents;
  }
  if (earned.tenths + earned.cents === 0) return;
  const payout = { payoutId: crypto.randomUUID(), ...(chance.onceIn(3) ? { tenths: 100, cents: 0 } : earned) };
  const answer = await world.call(
    { kind: 'member', id: memberId },
    'payout',
    async ({ commands, payouts }, context) => {
      const bounds = await payouts.boundsOf(memberId);
      const command = {
        type: 'RequestPayout',
        memberId,
        ...payout,
        ...bounds,
        iban: IBAN,
        accountHolder: nameOf(scene, memberId),
      } as const;
      return commands.execute(decide<AccountCommand>(accountStream, memberId, command, context));
    },
  );
  tell(`${nameOf(scene, memberId)} asks for a payout of ${payout.tenths}/${payout.cents}: ${answerCode(answer)}`);
}

export const accountOf = (scene: Scene, memberId: string): readonly AccountFact[] =>
  streamsOf<AccountFact>(scene, 'account').find(([first]) => first?.data.memberId === memberId) ?? [];

async function settlePayout(scene: Scene): Promise<void> {
  const { world, chance, tell } = scene;
  const payouts = streamsOf<AccountFact>(scene, 'account')
    .flat()
    .flatMap(({ type, data }) => (type === 'PayoutRequested' ? [data] : []));
  const payout = chance.maybe(payouts);
  if (!payout) return;
  const { memberId, payoutId } = payout;
  const outcome = chance.onceIn(3) ? 'returned' : 'paid';
  const answer = await world.call(
    { kind: 'operator', id: 'op' },
    `payout ${outcome}`,
    async ({ commands, payouts }, context) => {
      const roomCents = await payouts.roomCents(memberId);
      const operator = { key: context.key, operatorId: 'op', isOnlyAdmin: true };
      const command = {
        type: 'SettlePayout',
        memberId,
        payoutId,
        outcome,
        reason: 'told so',
        roomCents,
        ...operator,
      } as const;
      return commands.execute(decide<AccountCommand>(accountStream, memberId, command, context));
    },
  );
  tell(`an operator settles a payout as ${outcome}: ${answerCode(answer)}`);
}

/** What members, banks and operators do with money. */
export const moneyActions: readonly Action[] = [
  action('top up', 10, topUp),
  action('bank answers', 4, async ({ world, chance, tell }) => {
    const waiting = (await world.cards.all('checkout.session')).filter(
      ({ status, payment_status }) => status === 'complete' && payment_status === 'unpaid',
    );
    const session = chance.maybe(waiting);
    if (!session) return;
    const succeeded = !chance.onceIn(3);
    await world.cards.settle(session.id, succeeded);
    tell(`a slow bank ${succeeded ? 'pays' : 'declines'}`);
  }),
  action('refund', 8, async (scene) => {
    const charge = await someCharge(scene);
    if (!charge) return;
    const amount = partOf(scene, charge.amount - charge.amount_refunded);
    await scene.world.cards.refund(charge.id, amount);
    scene.tell(`${amount ?? 'all'} of ${charge.amount} is refunded`);
  }),
  action('refund fails', 3, async ({ world, chance, tell }) => {
    const refund = chance.maybe((await world.cards.all('refund')).filter(({ status }) => status === 'succeeded'));
    if (!refund) return;
    await world.cards.failRefund(refund.id);
    tell(`a refund of ${refund.amount} fails`);
  }),
  action('dispute', 8, async (scene) => {
    const charge = await someCharge(scene);
    if (!charge) return;
    const amount = partOf(scene, charge.amount - charge.amount_refunded);
    await scene.world.cards.dispute(charge.id, amount);
    scene.tell(`${amount ?? 'all'} of ${charge.amount} is disputed`);
  }),
  action('dispute ends', 6, async ({ world, chance, tell }) => {
    const open = (await world.cards.all('dispute')).filter(({ status }) => status === 'needs_response');
    const dispute = chance.maybe(open);
    if (!dispute) return;
    const outcome = chance.onceIn(2) ? 'won' : 'lost';
    await world.cards.closeDispute(dispute.id, outcome);
    tell(`a dispute of ${dispute.amount} is ${outcome}`);
  }),
  action('payout', 4, requestPayout),
  action('payout ends', 2, settlePayout),
];
