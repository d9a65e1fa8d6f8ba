import { earningsHttp } from '@easel/contracts/earnings/http';
import { earningProblems } from '@easel/contracts/earnings/policy';
import {
  profitsHttp,
  type EarnedMonth,
  type EarningPicture,
  type OwnPayout,
} from '@easel/contracts/earnings/profits.http';
import { problems } from '@easel/contracts/kernel/problem';
import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { button, complaintOf, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { sampleGeneration } from '../generation/testing/sample-generation.ts';
import type { Own, Summary } from './profit-queries.ts';
import ProfitSharingPage from './profit-sharing-page.tsx';

withFakeServer();
beforeEach(signIn);

const none = { credits: 0, dollars: 0, worth: 0 };
const noSales = { ...none, sales: 0 };
const payoutId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const month: EarnedMonth = {
  month: '2026-11',
  downloads: { sales: 4, credits: 6, dollars: 0, worth: 0.3 },
  curator: { sales: 1, credits: 0, dollars: 1.45, worth: 1.45 },
  challenges: noSales,
};

function answers({
  own = {},
  summary = {},
  pictures = [],
  payouts = [],
}: {
  own?: Partial<Own>;
  summary?: Partial<Summary>;
  pictures?: EarningPicture[];
  payouts?: OwnPayout[];
} = {}): void {
  server.reply(earningsHttp.own, {
    success: true as const,
    resting: { credits: 0, dollars: 0, sales: 0, settlesAt: null },
    waiting: [],
    payable: { credits: 0, dollars: 0 },
    restDays: 14,
    payouts: [],
    ...own,
  });
  server.reply(profitsHttp.summary, {
    success: true as const,
    total: none,
    thisMonth: none,
    sources: [],
    months: [],
    pending: noSales,
    takenBack: noSales,
    requested: none,
    paid: none,
    ...summary,
  });
  server.reply(profitsHttp.pictures, { success: true as const, pictures, next: null });
  server.reply(profitsHttp.payouts, { success: true as const, payouts, next: null });
}

const sold: Partial<Summary> = {
  total: { credits: 6, dollars: 1.45, worth: 1.75 },
  sources: [
    { source: 'downloads', tier: 'studio', ...month.downloads },
    { source: 'curator', tier: null, ...month.curator },
  ],
  months: [month],
};
const open = () => show(<ProfitSharingPage />, { at: '/profit-sharing' });
const region = (name: string) => screen.findByRole('region', { name });
const place = async (name: string): Promise<string> =>
  (await screen.findByText(name, { selector: 'dt' })).parentElement?.textContent ?? '';

test('tells a member without sales how to earn', async () => {
  answers();
  open();
  expect(await screen.findByText('You have not sold anything yet')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Choose a picture' }).getAttribute('href')).toBe('/your-gallery');
});

test('shows an error, and loads again on request', async () => {
  answers();
  server.refuse(profitsHttp.summary, problems.forbidden);
  const user = open();
  expect(await screen.findByText('Failed to load your earnings')).toBeTruthy();
  answers({ summary: sold });
  await user.click(button('Try again'));
  expect(await region('What you earned')).toBeTruthy();
});

test('shows earnings by source and month, and where they are now, with dates', async () => {
  answers({
    own: {
      resting: { credits: 1.5, dollars: 0, sales: 1, settlesAt: '2026-11-22T00:00:00.000Z' },
      waiting: [{ credits: 3, dollars: 1.45, payableOn: '2026-12-04' }],
      payable: { credits: 9, dollars: 0 },
    },
    summary: {
      ...sold,
      requested: { ...none, worth: 0.5 },
      paid: { ...none, worth: 2 },
      takenBack: { credits: 1.5, dollars: 0, worth: 0.07, sales: 1 },
    },
  });
  open();
  const earned = await region('What you earned');
  const rows = within(earned)
    .getAllByRole('row', { hidden: true })
    .map((row) => Array.from(row.children, (cell) => cell.textContent ?? ''));
  expect(rows).toEqual([
    ['Source', 'Times', 'Earned', 'Worth'],
    ['Downloads on the plan Studio: up to 1.5 credits each', '4', '6 credits', '$0.30'],
    ['Sales as a curator', '1', '$1.45', '$1.45'],
    ['Month', 'Downloads', 'Curator', 'Challenges'],
    ['November 2026', '6 credits', '$1.45', 'nothing'],
  ]);
  expect(await place('Just sold')).toContain('1.5 creditsby 1 sale');
  expect(await place('Just sold')).toContain('Added to your account on Nov 22, 2026 at midnight (UTC)');
  expect(await place('Resting in your account')).toContain('3 credits and $1.45can be paid out from Dec 4, 2026 (UTC)');
  expect(await place('Can be paid out')).toContain('The smallest payout is of 10 credits, or of $0.50.');
  expect(await place('Requested')).toContain('$0.50');
  expect(await place('Taken back')).toContain('1.5 creditsof 1 sale');
  expect(screen.queryByRole('button', { name: 'Request a payout' })).toBeNull();
});

test('names the first day on which something can be paid out', async () => {
  const waiting = [
    { credits: 0, dollars: 45.6, payableOn: '2026-12-14' },
    { credits: 0, dollars: 1, payableOn: '2026-12-15' },
  ];
  answers({ own: { waiting }, summary: sold });
  open();
  expect(await place('Can be paid out')).toContain('nothingNothing can be paid out before Dec 14, 2026 (UTC). The ');
});

test('lists pictures by earnings, including deleted ones, and payouts with their outcome', async () => {
  const generation = sampleGeneration({ original_prompt: 'A heron at dawn' });
  answers({
    summary: sold,
    pictures: [
      {
        generationId: generation.id,
        ...month.downloads,
        challenges: 0,
        lastSaleAt: '2026-11-20T10:00:00Z',
        generation,
      },
      {
        generationId: payoutId,
        ...none,
        sales: 0,
        dollars: 2,
        worth: 2,
        challenges: 2,
        lastSaleAt: null,
        generation: null,
      },
    ],
    payouts: [
      {
        id: payoutId,
        credits: 10,
        dollars: 0.2,
        worth: 0.7,
        status: 'returned',
        requestedAt: '2026-11-20T10:00:00Z',
        settledAt: '2026-11-21T10:00:00Z',
        reason: 'no such account',
        bank: { country: 'DE', last4: '3000' },
      },
    ],
  });
  open();
  const pictures = within(await region('By picture'));
  expect((await pictures.findByRole('link', { name: 'A heron at dawn' })).getAttribute('href')).toBe(
    `/image/${generation.id}`,
  );
  expect(pictures.getByText('A picture that you deleted')).toBeTruthy();
  expect(pictures.getByText('$2.00 by challenges')).toBeTruthy();
  expect(pictures.getAllByText(/^worth/).map(({ textContent }) => textContent)).toEqual(['worth $0.30']);
  const payouts = within(await region('Payouts'));
  expect(await payouts.findByText(/^Returned to your account on /)).toBeTruthy();
  expect(payouts.getByText('Reason: no such account')).toBeTruthy();
  expect(payouts.getByText('10 credits and $0.20 to DE … 3000')).toBeTruthy();
});

test('says when the only sale of a picture was', async () => {
  const picture = { generationId: payoutId, ...month.curator, challenges: 0, lastSaleAt: '2020-11-20T10:00:00Z' };
  answers({ summary: sold, pictures: [{ ...picture, generation: null }] });
  open();
  const row = await within(await region('By picture')).findByRole('listitem');
  expect(row.textContent).toMatch(/1 sale, Nov \d+, 2020/);
});

describe('a payout', () => {
  const ask = async (payable = { credits: 12, dollars: 0.5 }) => {
    answers({ own: { payable }, summary: sold });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Request a payout' }));
    return user;
  };

  test('is requested for everything payable, with a bank account', async () => {
    const user = await ask();
    expect(screen.getByText('$1.10', { selector: 'strong' })).toBeTruthy();
    await user.clear(screen.getByLabelText('Credits'));
    await user.type(screen.getByLabelText('Credits'), '10');
    expect(screen.getByText('$1.00', { selector: 'strong' })).toBeTruthy();
    await user.click(button('Request payout'));
    expect(complaintOf('IBAN')).toContain('Please enter the IBAN of your bank account');
    await user.type(screen.getByLabelText('Account holder'), 'Ada Seller');
    await user.type(screen.getByLabelText('IBAN'), 'DE89 3704 0044 0532 0130 00');
    server.reply(earningsHttp.requestPayout, { success: true as const, payoutId, amount: 1 });
    await user.click(button('Request payout'));
    await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Payout of $1.00 requested')).toBeTruthy();
    const [sent] = server.callsOf(earningsHttp.requestPayout);
    expect(sent?.body).toEqual({
      credits: 10,
      dollars: 0.5,
      iban: 'DE89 3704 0044 0532 0130 00',
      accountHolder: 'Ada Seller',
    });
  });

  test('asks for no credits where only dollars were earned', async () => {
    const user = await ask({ credits: 0, dollars: 45.6 });
    expect(screen.queryByLabelText('Credits')).toBeNull();
    await user.type(screen.getByLabelText('Account holder'), 'Ada Seller');
    await user.type(screen.getByLabelText('IBAN'), 'DE89370400440532013000');
    server.reply(earningsHttp.requestPayout, { success: true as const, payoutId, amount: 45.6 });
    await user.click(button('Request payout'));
    expect(await screen.findByText('Payout of $45.60 requested')).toBeTruthy();
    expect(server.callsOf(earningsHttp.requestPayout)[0]?.body).toMatchObject({ credits: 0, dollars: 45.6 });
  });

  test.each([
    ['of an amount', earningProblems.notRested, /earnings rest in your account first/],
    ['of a group whose payments went back', earningProblems.uncovered, /payments of members who buy from each other/],
  ])('that is refused because %s says why and stays open', async (_why, problem, text) => {
    const user = await ask();
    await user.type(screen.getByLabelText('Account holder'), 'Ada Seller');
    await user.type(screen.getByLabelText('IBAN'), 'DE89370400440532013000');
    server.refuse(earningsHttp.requestPayout, problem);
    await user.click(button('Request payout'));
    expect(await within(screen.getByRole('dialog')).findByText(text)).toBeTruthy();
  });

  test('shows what is wrong with an IBAN at its field', async () => {
    const user = await ask();
    await user.type(screen.getByLabelText('Account holder'), 'Ada Seller');
    await user.type(screen.getByLabelText('IBAN'), 'DE88');
    const message = 'This is not a valid IBAN. Please compare it with the one your bank gave you';
    server.refuse(earningsHttp.requestPayout, problems.invalid, [{ path: 'iban', message }]);
    await user.click(button('Request payout'));
    await vi.waitFor(() => expect(complaintOf('IBAN')).toContain('not a valid IBAN'));
  });
});
