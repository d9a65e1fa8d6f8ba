import type { OwnChatState } from '@easel/contracts/chat/http';
import type { OrderStatus } from '@easel/contracts/orders/policy';
import { dayWithZone } from '../../../lib/dates.ts';
import { formatDollars } from '../../../lib/dollars.ts';
import { counted, formatCredits, formatNumber } from '../../../lib/figures.ts';
import { fromOwn, type Topic } from '../entry.ts';
import { ifThere, lines, paragraphs } from '../say.ts';

type Sum = OwnChatState['earnings']['payable'];

const STATUS: Readonly<Record<OrderStatus, string>> = {
  pending: 'waiting for payment',
  paid: 'paid',
  in_production: 'in production',
  shipped: 'shipped',
  delivered: 'delivered',
  cancelled: 'cancelled',
  refunded: 'refunded',
  test_mode: 'test order',
};

/** '5 credits and $1.20', 'nothing'. */
function sumText({ credits, dollars }: Sum): string {
  const parts = [credits !== 0 && formatCredits(credits), dollars !== 0 && formatDollars(dollars)];
  return parts.filter((part) => part !== false).join(' and ') || 'nothing';
}

const usedText = ({ used, limit }: OwnChatState['images']): string =>
  limit === null
    ? `${formatNumber(used)}, no limit`
    : `${formatNumber(used)} of ${formatNumber(limit)}, ${formatNumber(Math.max(0, limit - used))} left`;

/** What only the server knows: the figures of the member who asks. */
export const own: Topic = {
  area: 'account',
  entries: [
    {
      id: 'own.balance',
      title: 'How many credits do I have?',
      phrases: [
        'my balance',
        'my credits',
        'how many credits do i have left',
        'credits left',
        'remaining credits',
        'wallet balance',
        'how much money do i have',
      ],
      ...fromOwn(
        ({ credits, dollars }) => `You have ${formatCredits(credits)}, and ${formatDollars(dollars)} in your wallet.`,
      ),
      links: ['/statement', '/pricing'],
      next: ['own.limits', 'credits.image-price', 'credits.more'],
    },
    {
      id: 'own.plan',
      title: 'Which plan do I have?',
      phrases: [
        'my plan',
        'my subscription',
        'current plan',
        'when does my plan end',
        'when does my subscription renew',
        'am i on the free plan',
        'what am i subscribed to',
        'what is my tier',
      ],
      ...fromOwn(({ plan: { label, endsAt } }) =>
        endsAt === null
          ? `Your plan is ${label}. It has no end.`
          : `Your plan is ${label}, paid for until ${dayWithZone(endsAt)}. Your profile says whether it renews then.`,
      ),
      links: ['/profile', '/pricing'],
      next: ['own.limits', 'plans.change', 'plans.cancel'],
    },
    {
      id: 'own.limits',
      title: 'What is left of my month?',
      phrases: [
        'my limits',
        'how many images can i still make this month',
        'pictures used of my limit this month',
        'my usage',
        'downloads left this month',
        'how many downloads do i have left',
        'used so far',
        'have i reached my limit',
      ],
      ...fromOwn(({ images, downloads }) =>
        lines([
          `Images made this month: ${usedText(images)}`,
          `Other members’ pictures downloaded this month: ${usedText(downloads)}`,
        ]),
      ),
      links: ['/profile', '/analytics'],
      next: ['credits.limit', 'downloads.limit', 'own.balance'],
    },
    {
      id: 'own.orders',
      title: 'What is the state of my orders?',
      phrases: [
        'my orders',
        'what happens with my order',
        'status of my order',
        'did my order ship',
        'what did i order',
        'open orders',
        'is my t-shirt on its way',
        'my parcel',
      ],
      ...fromOwn(({ orders }) =>
        orders.length === 0
          ? 'You have no order of printed products under way. Orders has the earlier ones.'
          : lines(orders.map(({ reference, status }) => `${reference}: ${STATUS[status]}`)),
      ),
      links: ['/orders'],
      next: ['prints.late', 'prints.cancel', 'prints.tracking'],
    },
    {
      id: 'own.earnings',
      title: 'What have I earned?',
      phrases: [
        'my earnings',
        'how much have i earned',
        'my payouts',
        'earned by me so far',
        'when is my payout coming',
        'payable amount',
        'my income from sales',
        'state of my payout',
      ],
      ...fromOwn(({ earnings: { resting, payable }, payouts }) =>
        paragraphs(
          lines([
            `Can be paid out: ${sumText(payable)}`,
            `Just sold: ${sumText(resting)}${resting.settlesAt === null ? '' : `, credited on ${dayWithZone(resting.settlesAt)}`}`,
            ...payouts.map((payout) => `Requested: ${sumText(payout)}`),
          ]),
          payouts.length > 0 ? `You have ${counted(payouts.length, 'payout')} under way.` : '',
          'Profit Sharing shows what still rests in your account before it can be paid out.',
        ),
      ),
      links: ['/profit-sharing', '/statement'],
      next: ['payouts.how', 'earnings.when', 'earnings.rates'],
    },
    {
      id: 'own.running',
      title: 'What is being made for me now?',
      phrases: [
        'running generations',
        'is my image ready',
        'pictures in progress for me',
        'my queue',
        'what is in progress',
        'are my pictures finished',
        'status of my generation',
        'is my picture done',
      ],
      ...fromOwn(({ generations: { running } }) =>
        running === 0
          ? 'Nothing is being made for you now. Finished pictures are in your gallery.'
          : `${counted(running, 'picture')} ${running === 1 ? 'is' : 'are'} being made or ${running === 1 ? 'waits' : 'wait'} for it. The studio shows how far they are.`,
      ),
      links: ['/generator', '/your-gallery'],
      next: ['making.duration', 'making.cancel'],
    },
    {
      id: 'own.statistics',
      title: 'How many images have I made?',
      phrases: [
        'my statistics',
        'analytics',
        'total generations',
        'success rate',
        'charts of my work',
        'how often was my picture downloaded',
        'dashboard figures',
      ],
      answer: () =>
        `Analytics has your pictures, success rate, credits spent, downloads and earnings by day, as charts and tables. ${ifThere('/profit-sharing', 'Profit Sharing has what each picture earned.', '')}`.trim(),
      links: ['/analytics', '/'],
      next: ['own.limits', 'own.earnings'],
    },
  ],
};
