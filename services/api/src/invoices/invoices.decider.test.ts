import type { InvoiceFact } from '@easel/contracts/invoices/events';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { invoices, type InvoicesCommand } from './invoices.decider.ts';

const payment = {
  memberId: '99999999-9999-4999-8999-999999999999',
  paymentId: 'pi_1',
  cents: 2500,
  seller: ['Easel', '1 Example Street'],
  bookedAt: '2026-11-20T10:00:00.000Z',
};
const topUp = { item: { kind: 'top-up' } } as const;
const failed = { item: { kind: 'failed-refund', refundId: 're_1' } } as const;
const issue = (paymentId = 'pi_1'): InvoicesCommand => ({ type: 'IssueInvoice', ...payment, ...topUp, paymentId });
const issued = (number: string, paymentId = 'pi_1'): InvoiceFact => ({
  type: 'InvoiceIssued',
  data: { ...payment, ...topUp, number, paymentId, currency: 'USD' },
});
const credit = (refundId = 're_1'): InvoicesCommand => ({ type: 'IssueCreditNote', ...payment, refundId });
const credited = (number: string): InvoiceFact => ({
  type: 'CreditNoteIssued',
  data: { ...payment, refundId: 're_1', number, currency: 'USD' },
});

test('gives the first payment of a year the number one', () => {
  given(invoices).when(issue()).then(issued('INV-2026-000001'));
});

test('gives each further payment the next number', () => {
  given(invoices, issued('INV-2026-000001'), issued('INV-2026-000002', 'pi_2'))
    .when(issue('pi_3'))
    .then(issued('INV-2026-000003', 'pi_3'));
});

test('issues nothing for a payment that has an invoice', () => {
  given(invoices, issued('INV-2026-000001'), issued('INV-2026-000002', 'pi_2')).when(issue()).thenNothing();
});

test('gives a credit note the next number of the same sequence, once', () => {
  given(invoices, issued('INV-2026-000001')).when(credit()).then(credited('INV-2026-000002'));
  given(invoices, issued('INV-2026-000001'), credited('INV-2026-000002')).when(credit()).thenNothing();
});

test('invoices the sum of a refund that failed once more, though its payment and its refund have documents', () => {
  const history = [issued('INV-2026-000001'), credited('INV-2026-000002')];
  const command: InvoicesCommand = { type: 'IssueInvoice', ...payment, ...failed };
  const again: InvoiceFact = {
    type: 'InvoiceIssued',
    data: { ...payment, ...failed, number: 'INV-2026-000003', currency: 'USD' },
  };
  given(invoices, ...history)
    .when(command)
    .then(again);
  given(invoices, ...history, again)
    .when(command)
    .thenNothing();
});

test('keeps a state that survives JSON, as its snapshots are', () => {
  const state = given(invoices, issued('INV-2026-000001')).state();
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});
