import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { profits } from './profits.projector.ts';
import { openPlace } from './profits.tables.ts';
import { EarningsStory } from './testing/earnings-story.ts';

const given = givenFor(profits);
const bankAccount = { iban: 'DE89370400440532013000', accountHolder: 'Ada Seller' };

test('counts how often a sale lost or regained its payment', async () => {
  const seller = new EarningsStory(new Recorder());
  const [kept, gone, back] = [randomUUID(), randomUUID(), randomUUID()];
  const sales = [kept, gone, back].map((purchaseId) => seller.sale({ purchaseId }));
  await given(
    ...sales,
    seller.turned(gone, 1),
    seller.turned(back, 1),
    seller.matured('2026-11-22', 3),
    seller.turned(back, 2),
  ).thenRows(
    'sale',
    { purchase_id: kept, member_id: seller.memberId, revision: 0, tenths: '15', cents: '0', turn: 0 },
    { purchase_id: gone, turn: 1 },
    { purchase_id: back, turn: 2 },
  );
});

test('stores the share of a challenge, and of each entry', async () => {
  const account = new AccountStory(new Recorder());
  const [competitionId, entryId, generationId] = [randomUUID(), randomUUID(), randomUUID()];
  const share = account.fact('ChallengeShareGranted', {
    competitionId,
    kind: 'poster',
    month: '2026-10',
    day: '2026-11-15',
    cents: 1250,
    shareCents: 1000,
    prizeCents: 250,
    entries: [{ entryId, generationId, cents: 1000 }],
  });
  await given(share).thenRows('share', { member_id: account.memberId, competition_id: competitionId, cents: '1250' });
  await given(share).thenRows('share_entry', { entry_id: entryId, generation_id: generationId, cents: '1000' });
});

test('follows a payout until it is settled, with country and last four characters of the IBAN', async () => {
  const account = new AccountStory(new Recorder());
  const operatorId = randomUUID();
  const [open, returned, older] = [randomUUID(), randomUUID(), randomUUID()];
  const sums = { tenths: 100, cents: 20 };
  const asked = { ...sums, payoutCents: 70 };
  const events = [
    account.fact('PayoutRequested', { payoutId: open, ...asked, ...bankAccount }),
    account.fact('PayoutRequested', { payoutId: returned, ...asked, ...bankAccount }),
    account.fact('PayoutRequested', { payoutId: older, ...asked, iban: '', accountHolder: '' }),
    account.fact(
      'PayoutSettled',
      { payoutId: returned, ...sums, outcome: 'returned', reason: 'no such account' },
      { metadata: { actor: { kind: 'operator', id: operatorId, role: 'admin' } } },
    ),
  ];
  const row = {
    tenths: '100',
    cents: '20',
    payout_cents: '70',
    bank: 'DE3000',
    revision: expect.any(Number) as number,
  };
  await given(...events).thenRows(
    'payout',
    { ...row, id: open, status: 'requested', place: String(openPlace(events[0]?.position ?? 0n)), settled_at: null },
    {
      ...row,
      id: returned,
      status: 'returned',
      place: String(events[3]?.position),
      reason: 'no such account',
      operator_id: operatorId,
    },
    { ...row, id: older, status: 'requested', bank: null },
  );
});

test('deletes the bank account of an erased member', async () => {
  const recorder = new Recorder();
  const account = new AccountStory(recorder);
  const { memberId } = account;
  const payoutId = randomUUID();
  await given(
    account.fact('PayoutRequested', { payoutId, tenths: 100, cents: 0, payoutCents: 50, ...bankAccount }),
    account.fact('PayoutSettled', { payoutId, tenths: 100, cents: 0, outcome: 'paid', reason: 'transferred' }),
    recorder.record(`member-${memberId}`, { type: 'MemberErased', data: { memberId } }),
  ).thenRows('payout', { id: payoutId, status: 'paid', bank: null });
});
