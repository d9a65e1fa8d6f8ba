import {
  allowanceTenths,
  CENTS_PER_CREDIT,
  REFERRAL_CREDITS,
  REFERRALS_A_MONTH,
} from '@easel/contracts/account/policy';
import { earnRateTenths } from '@easel/contracts/earnings/policy';
import { priceTenths, resolutions } from '@easel/contracts/generation/policy';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { MERCHANDISE_UNITS, planCards, YEARLY_SAVING_PERCENT } from '@easel/contracts/subscriptions/policy';
import { ChevronDown } from 'lucide-react';
import { formatCredits, formatNumber } from '../../lib/figures.ts';
import { cutoutText, priceText } from './plan-words.ts';
import styles from './questions.module.css';

const paid = planCards.filter(({ monthlyCents }) => monthlyCents > 0);
const listed = (texts: readonly string[]): string => new Intl.ListFormat('en').format(texts);

const plans = listed(
  paid.map(({ name, monthlyCents, credits }) => `${name} ${priceText(monthlyCents)} with ${formatNumber(credits)}`),
);
const images = listed(
  resolutions.map((size) => `${size.toUpperCase()} ${formatCredits(tenthsToCredits(priceTenths(size, 1)))}`),
);
const rates = planCards.map(({ tier }) => tenthsToCredits(earnRateTenths(tier))).filter((rate) => rate > 0);

/** spec: public-and-commerce §2.11 "FAQ"; spec: rulings "Plan prices". */
const QUESTIONS: readonly { question: string; answer: string }[] = [
  {
    question: 'How many credits do I get?',
    answer: `Every account has ${formatCredits(tenthsToCredits(allowanceTenths('free')))} a month, at no cost. The paid plans cost, a month: ${plans}.`,
  },
  {
    question: 'What does an image cost?',
    answer: `Making one costs ${images}. What fails or is cancelled costs nothing. Removing a background is not available yet; it will cost ${cutoutText('free')}.`,
  },
  {
    question: 'Do credits roll over?',
    answer:
      'The monthly allowance is granted on the first of each month (UTC), and what is left of it then expires. Credits that you earned, were given or got by an invitation are permanent. The allowance is spent first.',
  },
  {
    question: 'Can I change my plan?',
    answer:
      'Yes, at any time. A better plan, or your own by the year instead of the month, is paid in full and begins at once: this month’s allowance grows to its own, and what is left of the plan before goes back to your card, as far as its monthly allowances have not begun. Anything less, and leaving, comes at the end of what is paid for; until then nothing changes, and nothing is paid back. While a year is paid for, a better plan is to be had by the year.',
  },
  {
    question: 'What if a payment is taken back?',
    answer: `By a refund or a dispute, a plan’s credits go with their money: what is left of them is taken back, and what was spent is owed. Later allowances pay it, or you do from your wallet, at ${priceText(CENTS_PER_CREDIT)} a credit. A dispute ends the plan; if the bank decides for us, the plan goes on to the end of what was paid for.`,
  },
  {
    question: 'What do I save by the year?',
    answer: `${YEARLY_SAVING_PERCENT}%. A year is charged at once; the credits still come month by month.`,
  },
  {
    question: 'Can I try it first?',
    answer:
      'The Free plan is there for that: it needs no card and has no end. What was paid for a plan is paid back only where a better one takes its place.',
  },
  {
    question: 'How do I earn with my images?',
    answer: `Make them public. Each clean copy that another member buys brings you from ${formatNumber(Math.min(...rates))} to ${formatCredits(Math.max(...rates))}, by your plan. Payouts in dollars cannot be requested on the site yet. Inviting a friend brings both of you ${formatCredits(REFERRAL_CREDITS)}: your friend by verifying the email address, you with your friend’s first picture, for up to ${REFERRALS_A_MONTH} friends a month.`,
  },
  {
    question: 'May I sell goods with my images on them?',
    answer: `Enterprise includes a merchandising licence for up to ${formatNumber(MERCHANDISE_UNITS)} units of each image. It does not extend to logos and trademarks. Single products with your pictures on them are made to order in the shop.`,
  },
];

export function Questions() {
  return (
    <section className={styles.questions} aria-labelledby="questions">
      <h2 id="questions">Questions</h2>
      <div>
        {QUESTIONS.map(({ question, answer }) => (
          <details key={question} className={styles.question}>
            <summary>
              <h3>{question}</h3>
              <ChevronDown size={20} aria-hidden="true" />
            </summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
