import { randomUUID } from 'node:crypto';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { planCards } from '@easel/contracts/subscriptions/policy';
import { describe, expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { ConversationStory } from '../testing/conversations.ts';
import { GenerationStory } from '../testing/generations.ts';
import { givenTo, on } from '../testing/given-report.ts';
import { delivered, orderedItem, orderedProduct, OrderStory } from '../testing/orders.ts';
import { Recorder } from '../testing/recorded.ts';
import { report as answers } from './answers.report.ts';
import { report as conversion } from './conversion.report.ts';
import { report as earnings } from './earnings.report.ts';
import { report as liability } from './liability.report.ts';
import { report as orders } from './orders.report.ts';
import { report as prices } from './prices.report.ts';
import { report as providers } from './providers.report.ts';
import { report as questions } from './questions.report.ts';
import { report as renders } from './renders.report.ts';
import { report as retention } from './retention.report.ts';
import { report as revenue } from './revenue.report.ts';
import { report as searches } from './searches.report.ts';
import { report as trials } from './trials.report.ts';
import { report as vitals } from './vitals.report.ts';

const recorder = new Recorder();
const account = (): AccountStory => new AccountStory(recorder);
const fact = (stream: string, type: string, data: object): Recorded => recorder.record<Fact>(stream, { type, data });

/** One that a worker has begun with. */
function begun(memberId: string = randomUUID()): GenerationStory {
  const story = new GenerationStory(recorder, memberId);
  story.started();
  return story;
}

const planPayment = {
  source: 'sub_1',
  tier: 'creator',
  period: 'monthly',
  from: '2026-10-01T00:00:00.000Z',
  until: '2026-11-01T00:00:00.000Z',
  paidAt: '2026-10-01T00:00:00.000Z',
  month: null,
} as const;
const planPaid = (story: AccountStory, paymentId: string, cents = 2_900): Recorded =>
  story.fact('PlanPaid', { ...planPayment, paymentId, cents });
const yearlyPlanPaid = (
  story: AccountStory,
  paymentId: string,
  cents: number,
  tier: SubscribedTier = 'creator',
): Recorded => story.fact('PlanPaid', { ...planPayment, paymentId, cents, tier, period: 'yearly' });
const registered = (memberId: string, more: object = {}): Recorded =>
  fact(`member-${memberId}`, 'MemberRegistered', {
    memberId,
    email: 'e',
    username: 'u',
    firstName: 'f',
    lastName: 'l',
    marketingOptIn: false,
    referralCode: null,
    ...more,
  });

describe('revenue', () => {
  test('plans count for their tier, wallets for the tier of whom they are', () => {
    const [one, other] = [account(), account()];
    givenTo(revenue)(
      on('2026-10-01', planPaid(one, 'pi_1')),
      on('2026-10-02', other.toppedUp(1_000)),
      on('2026-11-02', one.toppedUp(2_000, 'pi_2')),
      on(
        '2026-11-03',
        one.fact('PlanRefunded', { refundId: 're_1', paymentId: 'pi_1', cents: 900, outcome: 'made', reason: null }),
      ),
    ).thenRows(
      {},
      { month: '2026-10', kind: 'real', tier: 'creator', plans: 2_900, net: 2_900 },
      { month: '2026-10', tier: 'free', 'top-ups': 1_000, net: 1_000 },
      { month: '2026-11', tier: 'creator', refunds: 900, net: -900 },
      { month: '2026-11', tier: 'free', 'top-ups': 2_000, net: 2_000 },
    );
  });

  test('a wallet counts for the plan that was begun before', () => {
    const one = account();
    const changed = one.fact('SubscriptionChanged', {
      key: 'k',
      tier: 'studio',
      status: 'active',
      period: 'monthly',
      endDate: null,
      next: null,
      reason: 'purchase',
      source: null,
      effectiveAt: '2026-10-01T00:00:00.000Z',
    });
    givenTo(revenue)(changed, one.toppedUp(1_000)).thenRows({}, { tier: 'studio', 'top-ups': 1_000 });
  });

  test('lists a test payment and its refund separately', () => {
    const one = account();
    givenTo(revenue)(
      one.fact('WalletToppedUp', {
        paymentId: 'pi_test',
        sessionId: null,
        cents: 1_000,
        creditedCents: 1_000,
        livemode: false,
      }),
      one.toppedUp(500, 'pi_real'),
      one.fact('WalletRefunded', {
        refundId: 're',
        paymentId: 'pi_test',
        cents: 400,
        debitedCents: 400,
        outcome: 'made',
        reason: null,
      }),
    ).thenRows(
      { from: '2026-11', to: '2026-11' },
      { kind: 'real', 'top-ups': 500, refunds: 0, net: 500 },
      { kind: 'test', 'top-ups': 1_000, refunds: 400, net: 600 },
    );
  });

  test('a dispute takes its money once, and brings it back once', () => {
    const one = account();
    const disputed = (outcome: 'frozen' | 'released' | 'lost', disputeId: string): Recorded =>
      one.fact('PlanDisputed', { disputeId, paymentId: 'pi_1', cents: 2_900, outcome, reason: null });
    const paid = planPaid(one, 'pi_1');
    givenTo(revenue)(paid, disputed('frozen', 'd1'), disputed('lost', 'd1')).thenRows({}, { disputes: 2_900, net: 0 });
    givenTo(revenue)(paid, disputed('frozen', 'd2'), disputed('released', 'd2')).thenRows(
      {},
      { disputes: 0, net: 2_900 },
    );
  });

  test('of purchases, counts what is paid by card, less what goes back of it once', () => {
    const one = account();
    const byCard = { method: 'card', cents: 300, tenths: 0, allowanceTenths: 0, paymentId: 'pi_3' } as const;
    const [purchaseId, other] = [randomUUID(), randomUUID()];
    const covered = (is: boolean, turn: number): Recorded =>
      one.fact('PurchaseCoverChanged', { purchaseId, sellerId: randomUUID(), covered: is, turn });
    const refunded = (outcome: 'made' | 'failed'): Recorded =>
      one.fact('WalletRefunded', {
        refundId: 're_3',
        paymentId: 'pi_3',
        cents: 100,
        debitedCents: 0,
        outcome,
        reason: null,
      });
    const disputed = (outcome: 'frozen' | 'released' | 'lost'): Recorded =>
      one.fact('WalletDisputed', { disputeId: 'dp_3', paymentId: 'pi_3', cents: 0, outcome, reason: null });
    const bought = [
      one.bought({ ...byCard, purchaseId }),
      one.bought({ ...byCard, purchaseId: other, cents: 150 }),
      one.bought({ method: 'dollars', cents: 75, tenths: 0 }),
    ];
    const back = [refunded('made'), covered(false, 1)];
    givenTo(revenue)(...bought).thenRows({}, { 'card purchases': 450, net: 450 });
    givenTo(revenue)(...bought, ...back).thenRows({}, { refunds: 100, net: 350 });
    givenTo(revenue)(...bought, ...back, refunded('failed'), covered(true, 2)).thenRows({}, { refunds: 0, net: 450 });
    const frozen = [disputed('frozen'), covered(false, 1)];
    givenTo(revenue)(...bought, ...frozen, disputed('lost')).thenRows({}, { disputes: 450, net: 0 });
    givenTo(revenue)(...bought, ...frozen, disputed('released')).thenRows({}, { disputes: 0, net: 450 });
  });

  test('prints count beside purchases, and what printing costs beside the net', () => {
    const one = account();
    const order = new OrderStory(recorder, { memberId: one.memberId });
    const tested = new OrderStory(recorder, { memberId: one.memberId });
    const { paymentId, orderId } = order;
    const back = { paymentId, cents: 1_000, debitedCents: 0, outcome: 'made', reason: null } as const;
    const disputed = (outcome: 'frozen' | 'released'): Recorded =>
      one.fact('WalletDisputed', {
        disputeId: 'dp_1',
        paymentId,
        cents: 0,
        cardCents: 3_649,
        outcome,
        reason: null,
      });
    const facts = [
      order.paid(4_649),
      one.prints(4_399, paymentId, orderId),
      one.bought({ method: 'card', cents: 250, paymentId, tenths: 0, allowanceTenths: 0 }),
      one.fact('WalletRefunded', { refundId: 're_1', ...back }),
      order.charged(1_800),
      order.charged(1_810),
      order.charged(500, 2),
      disputed('frozen'),
      tested.paid(2_400, { livemode: false }),
      one.prints(2_400, tested.paymentId, tested.orderId),
    ];
    const real = { kind: 'real', tier: 'free', 'card purchases': 250, prints: 4_399, refunds: 1_000 } as const;
    const test = { kind: 'test', prints: 2_400, net: 2_400, 'print costs': 0 } as const;
    givenTo(revenue)(...facts).thenRows({}, { ...real, disputes: 3_649, net: 0, 'print costs': 2_310 }, test);
    givenTo(revenue)(...facts, disputed('released')).thenRows({}, { ...real, disputes: 0, net: 3_649 }, test);
  });

  test('months outside those that are asked for are left out, but what they tell is known', () => {
    const one = account();
    const paid = on('2026-09-30T23:59:59.999Z', planPaid(one, 'pi_1'));
    const back = { refundId: 're_1', paymentId: 'pi_1', cents: 100, outcome: 'made', reason: null } as const;
    givenTo(revenue)(paid, on('2026-10-01', one.fact('PlanRefunded', back))).thenRows(
      { from: '2026-10' },
      { tier: 'creator', net: -100 },
    );
  });
});

describe('prices', () => {
  const one = account();
  const made = begun(one.memberId);
  const released = begun(one.memberId);
  const release = { generationId: released.generationId, tenths: 400, allowanceTenths: 400, permanentTenths: 0 };
  const facts = [
    on('2026-10-01', planPaid(one, 'pi_1', 1_999)),
    on('2026-10-01', yearlyPlanPaid(one, 'pi_2', 19_188)),
    on('2026-11-02', planPaid(one, 'pi_3', 1_999)),
    on('2026-11-03', one.bought({ size: '2K', tenths: 100 })),
    on('2026-11-03', one.bought({ size: '2K', method: 'dollars', tenths: 0, cents: 150 })),
    on('2026-11-03', one.bought({ size: '2K', method: 'dollars', tenths: 0, cents: 99, curator: true })),
    on('2026-11-04', made.requested({ chosen: { resolution: '4k', count: 4 } })),
    on('2026-11-04', released.requested({ chosen: { resolution: '4k', count: 1 } })),
    on('2026-11-05', one.captured(made.generationId, 800)),
    on('2026-11-05', one.fact('CreditsReleased', { ...release, reason: 'failed' })),
  ];
  const creator = { what: 'plan', which: 'creator, monthly' };

  test('with none of them all stays as it was', () => {
    givenTo(prices)(...facts).thenRows(
      {},
      { month: '2026-10', ...creator, 'how many': 1, brought: 1_999, 'would have brought': 1_999, 'brings more': 0 },
      { month: '2026-10', which: 'creator, yearly', brought: 19_188, 'brings more': 0 },
      { month: '2026-11', what: 'curator’s image bought', which: '2K', brought: 99, 'brings more': 0 },
      { month: '2026-11', what: 'image bought', which: '2K', 'how many': 2, brought: 150, cost: 100, 'costs more': 0 },
      { month: '2026-11', what: 'image made', which: '4K', 'how many': 4, cost: 800, 'would have cost': 800 },
      { month: '2026-11', ...creator, 'brings more': 0 },
    );
  });

  test('those that are given take the place of what was paid, for plans and images', () => {
    const given = { from: '2026-11', creator: '24.99', dollars_2K: '1.2', credits_2K: '7.5', credits_4K: '30' };
    givenTo(prices)(...facts).thenRows(
      given,
      { what: 'curator’s image bought', brought: 99, 'would have brought': 99 },
      { what: 'image bought', 'would have brought': 120, 'brings more': -30, cost: 100, 'would have cost': 75 },
      { what: 'image made', brought: 0, 'would have cost': 1_200, 'costs more': 400 },
      { ...creator, brought: 1_999, 'would have brought': 2_499, 'brings more': 500 },
    );
  });

  test.each(planCards.filter(({ monthlyCents }) => monthlyCents > 0))(
    '$name by the year follows from its monthly price, as the ruled list has it',
    ({ tier, monthlyCents, yearlyCents }) => {
      const given = { [tier]: (monthlyCents / 100).toFixed(2) };
      givenTo(prices)(yearlyPlanPaid(account(), 'pi', 1, tier)).thenRows(given, {
        which: `${tier}, yearly`,
        'would have brought': 12 * yearlyCents,
      });
    },
  );

  test('lists a plan separately if its payment was a test', () => {
    const test = one.fact('PlanPaid', { ...planPayment, paymentId: 'pi_5', cents: 2_900, livemode: false });
    givenTo(prices)(one.bought(), test).thenRows(
      { dollars_1K: '1', credits_1K: '5' },
      { kind: 'real', brought: 0, 'would have brought': 0, cost: 50, 'would have cost': 50 },
      { kind: 'test', what: 'plan', brought: 2_900 },
    );
  });

  test.each([{ creator: '-1' }, { creator: '19.999' }, { credits_1K: '7.55' }, { credits_1K: 'five' }])(
    '%j is no price',
    (given) => expect(() => givenTo(prices)().thenRows(given)).toThrow(/dollars, as|credits, as/),
  );
});

describe('renders', () => {
  const asked = (of: GenerationStory): Recorded => on('2026-11-20T10:00:00Z', of.requested());

  test('success, time and what was charged', () => {
    const [done, failed, cancelled, open] = [begun(), begun(), begun(), begun()];
    givenTo(renders)(
      ...[done, failed, cancelled, open].map(asked),
      on('2026-11-20T10:00:05Z', done.completed()),
      failed.failed(),
      cancelled.cancelled(),
    ).thenRows(
      {},
      {
        month: '2026-11',
        provider: 'procedural',
        model: 'realism',
        'asked for': 4,
        completed: 1,
        failed: 1,
        cancelled: 1,
        'success %': 50,
        images: 1,
        charged: 100,
        'rendering p50': 2_400,
        'until done p95': 5_000,
      },
    );
  });

  test('models stand apart; what ended in the next month counts where it was asked for', () => {
    const [one, other] = [begun(), begun()];
    givenTo(renders)(
      on('2026-10-31T23:59:59Z', one.requested({ chosen: { model: 'fluid', count: 4 } })),
      asked(other),
      on('2026-11-01T00:00:02Z', one.completed()),
    ).thenRows(
      {},
      { month: '2026-10', model: 'fluid', completed: 1, images: 4, 'until done p50': 3_000 },
      { month: '2026-11', completed: 0, 'success %': null, 'rendering p50': null },
    );
  });

  test('visitors’ pictures are none of them', () => {
    const trial = begun();
    givenTo(renders)(trial.requested({ trial: true }), trial.completed()).thenRows({});
  });
});

describe('providers', () => {
  const allowance = (story: AccountStory, tenths: number, paymentId: string | null): Recorded =>
    story.fact('CreditsGranted', {
      bucket: 'allowance',
      tenths,
      reason: 'allowance',
      key: `allowance:2026-11:${paymentId}`,
      month: '2026-11',
      paymentId,
      note: null,
    });
  const paying = (story: AccountStory, one: GenerationStory, processingMs: number): Recorded[] => [
    story.held(one.generationId, 40, 10),
    one.requested({ provider: 'flux-pro', chosen: { count: 2 } }),
    one.completed({ processingMs, cost: { micros: 60_000, certainty: 'known' } }),
    story.captured(one.generationId, 50),
  ];

  test('cost, and income of the credits that were paid for', () => {
    const [payer, free] = [account(), account()];
    const [one, other, trial] = [begun(payer.memberId), begun(free.memberId), begun()];
    givenTo(providers)(
      allowance(payer, 3_000, 'pi_1'),
      allowance(free, 500, null),
      ...paying(payer, one, 1_000),
      ...paying(free, other, 9_000),
      trial.requested({ trial: true }),
      trial.completed(),
    ).thenRows(
      {},
      {
        month: '2026-11',
        provider: 'flux-pro',
        generations: 2,
        completed: 2,
        pictures: 4,
        cost: 12,
        perhaps: 0,
        income: 13,
        margin: 1,
        'rendering p50': 1_000,
        'rendering p95': 9_000,
      },
      { provider: 'procedural', generations: 1, completed: 1, cost: 0, income: 0, margin: 0 },
    );
  });

  test('income goes with the payment that brought it', () => {
    const payer = account();
    const revoked = { tenths: 2_500, allowanceTenths: 2_460, permanentTenths: 40, month: '2026-11' } as const;
    givenTo(providers)(
      allowance(payer, 3_000, 'pi_1'),
      ...paying(payer, begun(payer.memberId), 1_000),
      payer.fact('CreditsRevoked', { key: 'plan:pi_1', ...revoked, reason: 'refund', paymentId: 'pi_1', note: null }),
    ).thenRows({}, { provider: 'flux-pro', completed: 1, income: 0, margin: -6 });
  });

  test('refusals by reason, and what they may have cost', () => {
    const payer = account();
    const [moderated, lost, ours, cancelled, open] = [begun(), begun(), begun(), begun(), begun()];
    const refused = lost.refused('busy');
    givenTo(providers)(
      payer.held(moderated.generationId, 40),
      ...[moderated, lost, ours, cancelled, open].map((one) => one.requested({ provider: 'openai' })),
      moderated.failed('moderated', { micros: 40_000, certainty: 'known' }),
      payer.fact('CreditsReleased', {
        generationId: moderated.generationId,
        tenths: 40,
        allowanceTenths: 40,
        permanentTenths: 0,
        reason: 'failed',
      }),
      refused,
      lost.failed('unknown_outcome', { micros: 30_000, certainty: 'perhaps' }),
      ours.failed('no_room'),
      cancelled.cancelled({ micros: 20_000, certainty: 'perhaps' }),
    ).thenRows(
      {},
      {
        generations: 5,
        completed: 0,
        moderated: 1,
        'unknown outcome': 1,
        'other failures': 1,
        cancelled: 1,
        'refused calls': 1,
        cost: 4,
        perhaps: 5,
        income: 0,
        margin: -4,
        'rendering p95': null,
      },
    );
  });
});

describe('questions', () => {
  test('without an answer are told by month, beside the topics that answered the others', () => {
    const [one, other] = [new ConversationStory(recorder), new ConversationStory(recorder)];
    const [october, november] = ['2026-10-31T23:00:00Z', '2026-11-21T10:00:00Z'];
    const facts = [
      one.started(),
      one.answered('Good morning!', { topic: null }),
      one.asked('What does 2K cost?'),
      on(october, one.answered('10 credits.', { responseMs: 8 })),
      one.asked('Do you sell herons?'),
      on(october, one.answered('I do not know.', { topic: null, responseMs: null })),
      one.asked('And yearly?'),
      on(november, one.answered('$290.', { responseMs: 12 })),
      on(november, one.answered('Anything else?', { topic: null })),
      other.started(),
      other.asked('And 4K?'),
      on(november, other.answered('20 credits.', { responseMs: 20 })),
      other.asked('How do I cut a picture?'),
      on(november, other.answered('In the editor.', { topic: 'image-editing' })),
      other.asked('Who are you?'),
    ];
    const no = { topic: '(no answer)', answered: 0 };
    const all = { 'without an answer': 0 };
    givenTo(questions)(...facts).thenRows(
      {},
      { month: '2026-10', ...no, 'without an answer': 1, 'answer p50': null },
      { month: '2026-10', topic: 'pricing', ...all, answered: 1, 'answer p50': 8 },
      { month: '2026-11', topic: 'image-editing', ...all, answered: 1 },
      { month: '2026-11', topic: 'pricing', ...all, answered: 2, 'answer p50': 12, 'answer p95': 20 },
    );
    givenTo(questions)(...facts).thenRows({ to: '2026-10' }, no, { topic: 'pricing' });
  });
});

describe('answers', () => {
  const message = () => {
    const messageId = randomUUID();
    const ids = { messageId, senderId: messageId };
    const triage = (status: string) => ({ status, priority: 'normal', assigneeId: null });
    const record = (type: string, data: object): Recorded => fact(`message-${messageId}`, type, { ...ids, ...data });
    return {
      submitted: (messageType = 'bug') =>
        record('MessageSubmitted', {
          messageType,
          memberId: null,
          senderName: 'n',
          senderEmail: 'e',
          anonymous: false,
          subject: 's',
          content: 'c',
          sourcePage: '/',
          priority: 'normal',
          submittedAt: '2026-11-21T10:00:00.000Z',
        }),
      triaged: (from: string, to: string) =>
        record('MessageTriaged', { actionId: randomUUID(), ...triage(to), before: triage(from), reason: '' }),
      replied: (before = 'unread') =>
        record('MessageReplied', {
          actionId: randomUUID(),
          text: 't',
          before,
          repliedAt: '2026-11-21T10:00:00.000Z',
        }),
      reopened: (before: string) => record('MessageReopened', { actionId: randomUUID(), before, reason: '' }),
      escalated: () => record('MessageEscalated', { before: 'normal', escalatedAt: '2026-11-22T10:00:00.000Z' }),
    };
  };

  test('the first answer counts, from when the message came', () => {
    const [one, other] = [message(), message()];
    givenTo(answers)(
      on('2026-11-21T10:00:00Z', one.submitted()),
      on('2026-11-21T10:00:00Z', other.submitted()),
      other.escalated(),
      on('2026-11-21T12:00:00Z', one.replied()),
      on('2026-11-23T12:00:00Z', one.replied('in_progress')),
    ).thenRows(
      {},
      {
        month: '2026-11',
        kind: 'bug',
        submitted: 2,
        answered: 1,
        waiting: 1,
        escalated: 1,
        'answered %': 50,
        'answer p50': 7_200_000,
        'answer p95': 7_200_000,
      },
    );
  });

  test('what is closed without an answer waits no longer, until it is taken up again', () => {
    const one = message();
    const closed = [one.submitted('contact'), one.triaged('unread', 'spam')];
    const none = { kind: 'contact', answered: 0, 'answer p50': null };
    givenTo(answers)(...closed).thenRows({}, { ...none, 'closed unanswered': 1, waiting: 0 });
    givenTo(answers)(...closed, one.reopened('spam')).thenRows({}, { ...none, 'closed unanswered': 0, waiting: 1 });
    givenTo(answers)(...closed, one.triaged('spam', 'unread')).thenRows(
      {},
      { ...none, 'closed unanswered': 0, waiting: 1 },
    );
    givenTo(answers)(...closed, one.replied('resolved')).thenRows(
      {},
      { answered: 1, 'closed unanswered': 0, waiting: 0 },
    );
  });
});

describe('liability', () => {
  test('what is there at each month’s end, those without facts included', () => {
    const one = account();
    const generationId = randomUUID();
    givenTo(liability)(
      on('2026-08-01', one.allowance(500)),
      on('2026-08-02', one.toppedUp(1_000)),
      on('2026-10-01', one.held(generationId, 100)),
      on('2026-10-02', one.captured(generationId, 100)),
      on('2026-10-03', one.held(randomUUID(), 50)),
    ).thenRows(
      {},
      { month: '2026-08', granted: 500, available: 500, held: 0, 'credits’ worth': 750, wallets: 1_000 },
      { month: '2026-09', granted: 0, spent: 0, available: 500, wallets: 1_000 },
      { month: '2026-10', spent: 100, available: 350, held: 50, 'credits’ worth': 600 },
    );
  });

  test('what a challenge brought is in the wallet of its member', () => {
    const one = account();
    givenTo(liability)(on('2026-11-20', one.challengeShare(300, 700))).thenRows(
      {},
      { month: '2026-11', wallets: 1_000, granted: 0 },
    );
  });

  test('what was paid for products is owed until their order is shipped, less what went back of it', () => {
    const one = account();
    const [shipped, refunded] = [0, 1].map(() => new OrderStory(recorder, { memberId: one.memberId })) as [
      OrderStory,
      OrderStory,
    ];
    const purchaseId = randomUUID();
    const back = (refundId: string, cents: number, outcome: 'made' | 'failed', purchaseIds?: string[]): Recorded =>
      one.fact('WalletRefunded', {
        refundId,
        paymentId: refunded.paymentId,
        cents,
        debitedCents: 0,
        outcome,
        reason: null,
        ...(purchaseIds && { purchaseIds }),
      });
    const byCard = { method: 'card', tenths: 0, allowanceTenths: 0, cents: 150 } as const;
    givenTo(liability)(
      on('2026-08-01', one.prints(4_399, shipped.paymentId, shipped.orderId)),
      on('2026-08-02', one.prints(2_000, refunded.paymentId, refunded.orderId)),
      on('2026-08-03', one.bought({ ...byCard, purchaseId, paymentId: refunded.paymentId })),
      on('2026-09-01', shipped.became({ from: 'paid', to: 'in_production', reason: 'printing' })),
      on('2026-09-02', shipped.became({ from: 'in_production', to: 'shipped', reason: 'dispatched' })),
      on('2026-09-03', shipped.became({ from: 'shipped', to: 'delivered', reason: 'arrived' })),
      // The download that it names is not owed.
      on('2026-09-04', back('re_1', 150, 'made', [purchaseId])),
      on('2026-10-01', back('re_2', 500, 'made')),
      on('2026-11-01', back('re_2', 500, 'failed')),
      on('2026-12-01', back('re_3', 2_000, 'made')),
    ).thenRows(
      {},
      { month: '2026-08', 'unshipped prints': 6_399, wallets: 0 },
      { month: '2026-09', 'unshipped prints': 2_000 },
      { month: '2026-10', 'unshipped prints': 1_500 },
      { month: '2026-11', 'unshipped prints': 2_000 },
      { month: '2026-12', 'unshipped prints': 0 },
    );
  });

  test('who is below zero takes nothing from what the others have', () => {
    const [one, other] = [account(), account()];
    const revoked = other.fact('CreditsRevoked', {
      key: 'k',
      tenths: 80,
      allowanceTenths: 0,
      permanentTenths: 80,
      reason: 'refund',
      month: null,
      paymentId: null,
      note: null,
    });
    givenTo(liability)(one.allowance(100), other.allowance(50), revoked).thenRows(
      {},
      { available: 100, 'owed to us': 30 },
    );
  });
});

describe('conversion', () => {
  test('each step counts once, within its days, by what people came', () => {
    const [one, invited, tried] = [account(), account(), account()];
    const made = begun(one.memberId);
    givenTo(conversion)(
      on('2026-10-01', registered(one.memberId)),
      on('2026-10-01', registered(invited.memberId, { referralCode: 'code' })),
      on('2026-10-01', registered(tried.memberId, { trial: { visitorId: randomUUID(), generationId: randomUUID() } })),
      on('2026-10-01', fact(`member-${one.memberId}`, 'EmailVerified', { memberId: one.memberId })),
      on('2026-10-02', made.completed()),
      on('2026-10-03', one.bought()),
      on('2026-10-03', planPaid(one, 'pi_1')),
      on('2026-10-04', planPaid(one, 'pi_2')),
      on('2026-10-12', planPaid(invited, 'pi_3')),
    ).thenRows(
      { within: '10', by: 'source' },
      { 'came by': 'a trial picture', registered: 1, paid: 0, 'until paid p50': null },
      { 'came by': 'an invitation', registered: 1, paid: 0 },
      {
        month: '2026-10',
        'came by': 'themselves',
        registered: 1,
        verified: 1,
        'made an image': 1,
        'bought an image': 1,
        paid: 1,
        'paid %': 100,
        'until paid p50': 173_000_000,
      },
    );
  });
});

describe('retention', () => {
  test('a member counts once a month; months that are still to come are empty', () => {
    const [one, other] = [randomUUID(), randomUUID()];
    const asked = (memberId: string, at: string): Recorded => on(at, begun(memberId).requested());
    givenTo(retention)(
      on('2026-09-30', registered(one)),
      asked(one, '2026-09-30'),
      on('2026-09-30', registered(other)),
      asked(one, '2026-10-01'),
      asked(one, '2026-10-02'),
      asked(other, '2026-11-30'),
    ).thenRows(
      { follow: 3 },
      { month: '2026-09', registered: 2, 'month 0 %': 50, 'month 1 %': 50, 'month 2 %': 50, 'month 3 %': null },
      { month: '2026-10', registered: 0, 'month 0 %': null },
      { month: '2026-11', registered: 0, 'month 1 %': null },
    );
  });
});

describe('earnings', () => {
  test('what was earned, taken back and paid out, in the month of each', () => {
    const seller = account();
    const { memberId } = seller;
    const sale = { memberId, key: randomUUID(), buyerId: randomUUID(), purchaseId: randomUUID(), tenths: 5, cents: 20 };
    const accrued = fact(`earnings-${memberId}`, 'EarningsAccrued', {
      ...sale,
      generationId: randomUUID(),
      variantId: randomUUID(),
      size: '1K',
      method: 'dollars',
      tier: 'free',
      curator: false,
      accruedAt: '2026-10-01T00:00:00.000Z',
    });
    const payoutId = randomUUID();
    givenTo(earnings)(
      on('2026-10-01', accrued),
      on(
        '2026-10-20',
        seller.fact('PayoutRequested', {
          payoutId,
          tenths: 5,
          cents: 20,
          payoutCents: 22,
          iban: '',
          accountHolder: '',
        }),
      ),
      on('2026-11-01', seller.fact('PayoutSettled', { payoutId, tenths: 5, cents: 20, outcome: 'paid', reason: null })),
      on('2026-11-02', fact(`earnings-${memberId}`, 'EarningsReversed', { ...sale, turn: 1, matured: true })),
      on('2026-11-03', seller.challengeShare(300, 700)),
    ).thenRows(
      {},
      { month: '2026-10', sales: 1, sellers: 1, 'earned credits': 5, 'earned dollars': 20, 'payouts asked for': 22 },
      {
        month: '2026-11',
        sales: 0,
        'reversed credits': 5,
        'reversed dollars': 20,
        'payouts paid': 22,
        'from challenges': 1_000,
      },
    );
  });
});

describe('trials', () => {
  test('each comes to one end; who came by one may pay', () => {
    const [adopted, gone, failed, waiting, members] = [begun(), begun(), begun(), begun(), begun()];
    const member = account();
    givenTo(trials)(
      ...[adopted, gone, failed, waiting].map((one) => one.requested({ trial: true })),
      members.requested(),
      ...[adopted, gone].map((one) => one.completed()),
      failed.failed(),
      adopted.adoptedBy(member.memberId),
      fact(`generation-${gone.generationId}`, 'Purged', { generationId: gone.generationId, memberId: gone.memberId }),
      fact(`generation-${adopted.generationId}`, 'Purged', {
        generationId: adopted.generationId,
        memberId: member.memberId,
      }),
      planPaid(member, 'pi_1'),
      planPaid(member, 'pi_2'),
    ).thenRows(
      {},
      {
        month: '2026-11',
        'asked for': 4,
        drawn: 2,
        failed: 1,
        adopted: 1,
        gone: 1,
        waiting: 1,
        'adopted %': 25,
        'paid since': 1,
      },
    );
  });
});

test.each([{ from: '2026-13' }, { from: 'yesterday' }, { colour: 'red' }])('%j is no parameter', (given) => {
  expect(() => givenTo(renders)().thenRows(given)).toThrow(/month|nrecognized|colour/);
});

test('conversion counts visits and registrations by the page that people landed on', () => {
  const one = account();
  const visit = (landing: string): Recorded =>
    fact(`activity-${randomUUID()}`, 'VisitBegun', { landing, referrerHost: null, at: '2026-10-01T00:00:00.000Z' });
  givenTo(conversion)(
    on('2026-10-01', visit('/pricing')),
    on('2026-10-01', visit('/pricing')),
    on('2026-10-01', visit('/')),
    on('2026-10-01', registered(one.memberId, { landing: { landing: '/pricing', referrerHost: null } })),
    on('2026-10-01', registered(account().memberId)),
  ).thenRows(
    {},
    { 'landed on': '/', visits: 1, registered: 0 },
    { 'landed on': '/pricing', visits: 2, registered: 1 },
    { 'landed on': 'not known', visits: 0, registered: 1 },
  );
});

test('conversion leaves out the visits of months that the log has forgotten, and tells who registered then', () => {
  const visit = (at: string): Recorded =>
    on(at, fact(`visits-${at}`, 'VisitBegun', { landing: '/pricing', referrerHost: null, at: `${at}T00:00:00.000Z` }));
  givenTo(conversion)(
    visit('2025-09-01'),
    visit('2025-10-01'),
    on('2025-10-02', registered(account().memberId, { landing: { landing: '/pricing', referrerHost: null } })),
    visit('2025-12-01'),
    visit('2026-11-20'),
  ).thenRows(
    {},
    { month: '2025-10', visits: null, registered: 1 },
    { month: '2025-12', visits: 1 },
    { month: '2026-11', visits: 1 },
  );
});

describe('vitals', () => {
  const measured = (at: string, page: string, build: string, lcp: number, sample = 1): Recorded =>
    on(
      at,
      fact(`vitals-${at}`, 'PageMeasured', {
        day: at,
        page,
        build,
        navigation: 'navigate',
        connection: '4g',
        vitals: { lcp: { value: lcp }, cls: { value: 0.123 } },
        slowResources: [],
        longTasks: [],
        sample,
      }),
    );

  test('tell a slow build of a page from the one before it', () => {
    givenTo(vitals)(
      measured('2026-10-01', '/pricing', 'one', 900, 0.25),
      measured('2026-10-02', '/pricing', 'one', 1_100, 0.25),
      measured('2026-10-03', '/pricing', 'two', 5_000),
      measured('2026-10-03', '/', 'two', 700),
    ).thenRows(
      { page: '/pricing' },
      { page: '/pricing', build: 'one', views: 8, measured: 2, 'LCP p75': 1_100, 'poor LCP %': 0, 'CLS p75': 0.123 },
      { page: '/pricing', build: 'two', views: 1, measured: 1, 'LCP p75': 5_000, 'poor LCP %': 100 },
    );
  });

  test('are of whole months alone, and refused further back', () => {
    const facts = [
      measured('2025-08-20', '/', 'one', 900),
      measured('2025-10-01', '/', 'one', 900),
      measured('2026-10-01', '/', 'one', 900),
    ];
    givenTo(vitals)(...facts).thenRows({}, { month: '2025-10' }, { month: '2026-10' });
    expect(() => givenTo(vitals)(...facts).thenRows({ from: '2025-08' })).toThrow('kept for 400 days');
  });
});

describe('searches', () => {
  const searched = (day: string, words: string, found?: number): Recorded =>
    on(
      `${day}T10:00:00Z`,
      fact(`searches-${day}`, 'SearchPerformed', {
        day,
        words,
        mark: randomUUID().replaceAll('-', '').slice(0, 16),
        ...(found !== undefined && { found }),
      }),
    );
  const some = [
    searched('2026-10-01', 'fox', 3),
    searched('2026-10-02', 'fox', 5),
    searched('2026-10-02', 'fox', 5),
    searched('2026-10-01', 'dragon', 0),
    searched('2026-11-05', 'dragon', 0),
    searched('2026-11-09', 'dragon', 2),
    searched('2026-11-06', 'dragon'),
    searched('2026-11-02', 'viking', 0),
  ];

  test('those in vain come first, the most often first; of which it is not known what they found are told apart', () => {
    givenTo(searches)(...some).thenRows(
      {},
      {
        words: 'dragon',
        searched: 4,
        'results known': 3,
        'without a hit': 2,
        'without a hit %': 66.7,
        'last searched': '2026-11-09',
      },
      { words: 'viking', searched: 1, 'without a hit': 1, 'without a hit %': 100, 'last searched': '2026-11-02' },
      { words: 'fox', searched: 3, 'without a hit': 0, 'without a hit %': 0, 'last searched': '2026-10-02' },
    );
  });

  test('months narrow it', () => {
    givenTo(searches)(...some).thenRows(
      { from: '2026-11', to: '2026-11' },
      { words: 'dragon', searched: 3, 'without a hit': 1 },
      { words: 'viking', searched: 1, 'without a hit': 1 },
    );
  });

  test('beyond as many as are asked for they stand together', () => {
    givenTo(searches)(...some).thenRows(
      { most: 1 },
      { words: 'dragon', searched: 4 },
      { words: '(all others)', searched: 4, 'results known': 4, 'without a hit': 1, 'last searched': '2026-11-02' },
    );
  });

  test('of facts from before it was told what a search found, nothing is said to be in vain', () => {
    givenTo(searches)(searched('2026-11-05', 'owl')).thenRows(
      {},
      { words: 'owl', searched: 1, 'results known': 0, 'without a hit': 0, 'without a hit %': null },
    );
  });

  test('are of whole months alone, and refused further back', () => {
    const facts = [
      searched('2025-08-20', 'owl', 0),
      searched('2025-10-01', 'owl', 0),
      searched('2026-10-01', 'elk', 1),
    ];
    givenTo(searches)(...facts).thenRows({}, { words: 'owl', searched: 1 }, { words: 'elk', searched: 1 });
    expect(() => givenTo(searches)(...facts).thenRows({ from: '2025-08' })).toThrow('kept for 400 days');
  });
});

describe('orders', () => {
  const order = (): OrderStory => new OrderStory(recorder);

  test('recognises downloads when they are paid, products and delivery when they leave, and each once', () => {
    const story = order();
    const [mug, shirt, download] = [orderedProduct(), orderedProduct({ cents: 2_500 }), orderedItem()];
    givenTo(orders)(
      on('2026-11-20', story.placed({ ...delivered, items: [mug, shirt, download] })),
      on('2026-11-20', story.paid(6_249, { paidAt: '2026-11-20T00:00:00.000Z' })),
      on('2026-11-21', story.became({ from: 'paid', to: 'in_production', reason: 'printing' })),
      on('2026-11-22', story.printCharged(900)),
      on('2026-11-23', story.shipped([mug.itemId], { dispatchedAt: '2026-11-22T12:00:00.000Z' })),
      on('2026-11-23', story.printCharged(1_000)),
      on('2026-11-24', story.shipped([shirt.itemId], { dispatchedAt: '2026-11-24T12:00:00.000Z' })),
      on('2026-11-25', story.reprinted('It broke')),
      on('2026-11-25', story.printCharged(500, 2)),
      on('2026-11-26', story.shipped([mug.itemId, shirt.itemId], { attempt: 2 })),
      on('2026-11-27', story.refunded(3_000)),
      on('2026-11-28', story.refunded(3_000, 'failed')),
    ).thenRows(
      {},
      {
        day: '2026-11-20',
        placed: 1,
        paid: 1,
        'sum paid': 6_249,
        'of it delivery': 599,
        'print cost': 0,
        'revenue recognised': 150,
        'paid to dispatch p50': 216_000_000,
        'late %': 0,
      },
      { day: '2026-11-22', placed: 0, 'print cost': 900, 'revenue recognised': 0 },
      { day: '2026-11-23', 'print cost': 100, 'revenue recognised': 3_599 },
      { day: '2026-11-24', 'revenue recognised': 2_500 },
      { day: '2026-11-25', 'print cost': 500 },
      { day: '2026-11-26', 'revenue recognised': 0 },
      { day: '2026-11-27', refunded: 3_000 },
      { day: '2026-11-28', refunded: -3_000 },
    );
  });

  test('counts test orders apart, and no payment that was only tested', () => {
    const [test, tried, unpaid] = [order(), order(), order()];
    givenTo(orders)(
      on('2026-11-20', test.placed({ testMode: true })),
      on('2026-11-20', tried.placed()),
      on('2026-11-20', unpaid.placed()),
      on('2026-11-20', tried.paid(150, { livemode: false })),
      on('2026-11-20', tried.refunded(150)),
      on('2026-11-21', test.became({ from: 'test_mode', to: 'cancelled', reason: 'by-member' })),
      on('2026-11-21', unpaid.became({ from: 'pending', to: 'cancelled', reason: 'unpaid' })),
      // It came too late, and went back.
      on('2026-11-21', unpaid.refunded(150)),
    ).thenRows(
      {},
      { day: '2026-11-20', placed: 2, 'test orders': 1, paid: 0, 'sum paid': 0, refunded: 0, 'late %': null },
      { day: '2026-11-21', cancelled: 1, refunded: 0 },
    );
  });

  test('tells which share of the printed orders of a day was late, each once', () => {
    const [stuck, missing, punctual, downloads] = [order(), order(), order(), order()];
    const paid = [stuck, missing, punctual].flatMap((one) => [
      one.placed({ ...delivered, items: [orderedProduct()] }),
      one.paid(3_599),
    ]);
    givenTo(orders)(
      ...[...paid, downloads.placed(), downloads.paid()].map((one) => on('2026-10-20', one)),
      on('2026-11-21', stuck.printFailed('The file cannot be read')),
      on('2026-11-22', stuck.delayed()),
      on('2026-11-23', missing.arrivalReported(false)),
      on('2026-11-24', punctual.arrivalReported(true)),
    ).thenRows({}, { day: '2026-10-20', paid: 4, 'late %': 66.7, 'paid to dispatch p50': null });
    givenTo(orders)(on('2026-10-20', downloads.placed()), on('2026-11-20', downloads.paid())).thenRows(
      { from: '2026-11' },
      { day: '2026-11-20', paid: 1, 'revenue recognised': 150, 'late %': null },
    );
  });
});
