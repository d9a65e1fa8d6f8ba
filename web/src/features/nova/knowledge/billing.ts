import { CENTS_PER_CREDIT } from '@easel/contracts/account/policy';
import { TOP_UP_MAX_DOLLARS, TOP_UP_MIN_DOLLARS } from '@easel/contracts/purchases/policy';
import type { Topic } from '../entry.ts';
import { paragraphs, priceOf } from '../say.ts';

/** spec: rulings "Change of plan", "Payment taken back", "Invoices". */
export const billing: Topic = {
  area: 'pricing',
  entries: [
    {
      id: 'billing.refund',
      title: 'Can I get my money back?',
      phrases: [
        'refund',
        'refund policy',
        'refund of my plan',
        'money refund guarantee',
        'return payment',
        'i want my money back',
        'refund for a subscription that i did not use',
        'paid by mistake',
        'charged twice',
        'paid two times',
      ],
      answer: () =>
        paragraphs(
          'What was paid for a plan goes back only where a higher plan takes its place: then what is left of the old one is refunded to your card, as far as its monthly allowances have not begun. A cancelled plan runs to the end of the time that is paid.',
          'A print order that is cancelled before production is refunded in full, and faults of printed products are replaced or refunded. For anything else, write to us.',
        ),
      links: ['/orders', '/contact'],
      next: ['plans.cancel', 'prints.fault', 'prints.cancel'],
    },
    {
      id: 'billing.wallet',
      title: 'How do I add money to my wallet?',
      phrases: [
        'add funds to wallet',
        'wallet topup',
        'minimum topup',
        'how does the wallet work',
        'put dollars into the wallet',
        'deposit money',
        'insufficient wallet balance',
        'does wallet money expire',
        'pay from my wallet',
        'smallest amount to add',
      ],
      answer: () =>
        `Press Add Funds on Statement or in the Purchase Image dialog, and pay by card on the next page: whole dollars, from $${TOP_UP_MIN_DOLLARS} to ${priceOf(TOP_UP_MAX_DOLLARS * 100)} at a time. Money that you add does not expire. The wallet pays for other members’ images and for image downloads in your cart.`,
      links: ['/statement'],
      next: ['own.balance', 'credits.buy-price', 'billing.methods'],
    },
    {
      id: 'billing.methods',
      title: 'How can I pay?',
      phrases: [
        'payment methods',
        'which cards do you accept',
        'pay with paypal',
        'pay by credit card',
        'is my card data stored',
        'payment provider',
        'bank transfer',
        'apple pay google pay',
        'card declined',
        'payment failed what can i do',
      ],
      answer: () =>
        'Plans, wallet top-ups and print orders are paid by card. Images can be bought with credits, or with dollars from your wallet. Card numbers go from your browser to the payment provider and never reach our records. Where a card is declined, nothing is charged: try again, or use another card.',
      links: ['/pricing', '/statement'],
      next: ['billing.wallet', 'billing.invoice'],
    },
    {
      id: 'billing.invoice',
      title: 'Where are my invoices?',
      phrases: [
        'invoice',
        'download a receipt',
        'bill for my company',
        'receipt for a purchase',
        'credit note',
        'proof of payment',
        'tax invoice vat',
        'do you charge tax',
      ],
      answer: () =>
        'There is an invoice for each plan payment, each wallet top-up and each order, and a receipt for each purchase from your wallet. You find them from the entries of Statement and on each order’s page, to print or keep. Prices are what you pay: no tax is added, and invoices show none.',
      links: ['/statement', '/orders'],
      next: ['credits.statement', 'billing.methods'],
    },
    {
      id: 'billing.taken-back',
      title: 'What if a payment is taken back?',
      phrases: [
        'dispute with the bank',
        'chargeback',
        'i owe credits',
        'why do i owe something',
        'debt on my account',
        'payment was taken back',
        'negative balance',
        'my bank takes the money back',
      ],
      answer: () =>
        `By a refund or a dispute, a plan’s credits go with their money: what is left of them is taken back, and what was spent is owed. Later allowances pay it, or you do from your wallet, at ${priceOf(CENTS_PER_CREDIT)} a credit. Until then nothing can be spent, bought or paid out. A dispute ends the plan; if the bank decides for us, the plan goes on to the end of what was paid for.`,
      links: ['/profile', '/statement'],
      next: ['own.balance', 'support.contact'],
    },
    {
      id: 'billing.coupon',
      title: 'Are there discounts?',
      phrases: ['discount code', 'coupon', 'promo code voucher', 'student discount', 'gift card', 'special offer'],
      answer: () =>
        'There are no discount codes. Paying by the year costs less than by the month, and inviting a friend brings both of you credits.',
      links: ['/pricing'],
      next: ['plans.yearly-saving', 'referral.reward'],
    },
  ],
};
