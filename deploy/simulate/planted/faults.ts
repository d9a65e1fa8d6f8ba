/** A fault that the simulator has to find, as small patches on what was built. */
export interface PlantedFault {
  /** What is wrong, in words. */
  name: string;
  /** The module, as it is imported from `@easel`. */
  module: string;
  /** Statements without types or comments, however they are broken into lines; each stands there once. */
  patches: readonly (readonly [from: string, to: string])[];
  /** Looked for on real servers. */
  real?: true;
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'a top-up counts each time it is told of',
    module: 'api/account/wallet.decider',
    patches: [['if (isSettled(state, settledBy.payment(paymentId))) return [];', '']],
  },
  {
    name: 'a dispute that was won counts each time it is told of',
    module: 'api/account/wallet.decider',
    patches: [["if (ended || known && outcome === 'frozen')", "if (known && outcome === 'frozen')"]],
  },
  {
    name: 'the rest of a plan is given back by time alone',
    module: 'contracts/subscriptions/entitlement.policy',
    patches: [
      [
        'Math.min(Math.round(payment.cents * timeLeft), keptCents(payment) - openedCents)',
        'Math.round(payment.cents * timeLeft)',
      ],
    ],
  },
  {
    name: 'the webhook swallows paid top-ups',
    module: 'api/payments/webhook',
    patches: [
      [
        "faultPoint('webhook.before-append');",
        "faultPoint('webhook.before-append'); if (notice.about === 'wallet-payment') return;",
      ],
    ],
  },
  {
    name: 'a month opens twice',
    module: 'api/account/credits.decider',
    patches: [['if (month <= state.month)', 'if (month < state.month)']],
  },
  {
    name: 'the capture of a completed image is forgotten',
    module: 'api/account/settle-holds.process',
    patches: [["GenerationCompleted: (fact) => ended(fact, 'completed'),", '']],
  },
  {
    name: 'a hold is released twice',
    module: 'api/account/holds.decider',
    patches: [['delete state.holds[data.generationId];', '']],
  },
  {
    name: 'a request that is repeated is held for again',
    module: 'api/account/holds.decider',
    patches: [
      [
        'const fresh = charges.filter(({ generationId }) => !isSettled(state, settledBy.hold(generationId)));',
        'const fresh = charges;',
      ],
    ],
  },
  {
    name: 'a purchase is charged twice',
    module: 'api/account/purchases.decider',
    patches: [['if (isBought) return [];', '']],
  },
  {
    name: 'a sale accrues twice',
    module: 'api/earnings/earnings.decider',
    patches: [['Object.hasOwn(state.settled, key) ||', '']],
  },
  {
    name: 'what has matured is settled twice',
    module: 'api/account/payouts.decider',
    patches: [['if (isSettled(state, settledBy.earnings(day))) return [];', '']],
  },
  {
    name: 'what sales bring no more is paid out of what was paid in',
    module: 'api/account/reversals.decider',
    patches: [['state.earnedCents = Math.max(0, state.earnedCents - data.cents);', '']],
  },
  {
    name: 'a payout that was paid comes back all the same',
    module: 'api/account/payouts.decider',
    patches: [["if (outcome === 'paid') return;", '']],
  },
  {
    name: 'an idempotency key is ignored',
    module: 'api/generation/image-requests',
    patches: [['uuidV5(n === undefined ? key : `${key}\\n${n}`, GENERATION_NAMESPACE)', 'crypto.randomUUID()']],
  },
  {
    name: 'a checkpoint moves before its work is done',
    module: 'kernel/following/subscription-runner',
    patches: [['await this.advance(last.position, tx);', 'await this.advance(last.position);']],
  },
  {
    name: 'a timer is struck off before it is performed',
    module: 'kernel/following/work-queue',
    patches: [
      ['const end = await this.attempt(work, cut);', "await rows.settle(work, { kind: 'done', result: undefined });"],
      ['if (end && await rows.settle(work, end))', 'if (await this.attempt(work, cut))'],
    ],
  },
  {
    name: 'a chain goes on from what another process has said otherwise',
    module: 'kernel/deciding/decider-runner',
    patches: [['isChained ? ofOneAttempt(named) : named', 'named']],
    real: true,
  },
  {
    name: 'an image of an order is granted each time',
    module: 'api/account/purchases.decider',
    patches: [["method === 'card' ? Object.hasOwn(state.purchases, purchaseId)", "method === 'card' ? false"]],
  },
  {
    name: 'the products of an order are booked each time',
    module: 'api/account/purchases.decider',
    patches: [['if (isSettled(state, settledBy.prints(orderId))) return [];', '']],
  },
  {
    name: 'an order is paid before its bank has answered',
    module: 'api/orders/settle-order-payment',
    patches: [["if (payment.status === 'paid')", "if (payment.status === 'paid' || payment.status === 'processing')"]],
  },
  {
    name: 'a test order is like any other one',
    module: 'api/orders/order-state.decider',
    patches: [["data.testMode ? 'test_mode' : 'pending'", "'pending'"]],
  },
  {
    name: 'an order is cancelled, and its money stays',
    module: 'api/orders/orders.decider',
    patches: [['...asked,', '']],
  },
  {
    name: 'what delivery costs is left out of the total',
    module: 'api/orders/orders.decider',
    patches: [['totalCents: subtotalCents + shippingCents', 'totalCents: subtotalCents']],
  },
  {
    name: 'an order that nobody pays is never cancelled',
    module: 'api/orders/cancel-order.process',
    patches: [['if (testMode) return [];', 'return [];']],
  },
  {
    name: 'an order is printed while its member may still change it',
    module: 'api/orders/send-to-print',
    patches: [["if (before.status === 'paid' && dueAt > new Date()) return { again: dueAt };", '']],
  },
  {
    name: 'an order is printed each time it is sent',
    module: 'api/orders/send-to-print',
    patches: [['const key = keyOf(attempt);', 'const key = `${keyOf(attempt)}:${crypto.randomUUID()}`;']],
  },
  {
    name: 'winners are announced each time that an admin confirms them',
    module: 'api/competitions/competition-state.decider',
    patches: [["state.phase = 'announced';", '']],
  },
  {
    name: 'refunds after the close of a challenge are left out of its tally',
    module: 'api/competitions/tally',
    patches: [
      [
        'if (known) this.sales.set',
        "if (known && !(fact.type === 'OrderRefunded' && fact.data.refundedAt.slice(0, 7) > this.challenge.month)) this.sales.set",
      ],
    ],
  },
  {
    name: 'what was private stays public after its entry was withdrawn',
    module: 'api/generation/generation.decider',
    patches: [['state.isPublic && !command.wasPublic', 'false']],
  },
  {
    name: 'an order that the print service refuses is forgotten',
    module: 'api/orders/send-to-print',
    patches: [['await this.giveUp(order, attempt, problem, context);', '']],
  },
];
