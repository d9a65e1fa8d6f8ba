import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { createQueryClient } from '../../lib/queries.ts';
import { PaymentResultPage } from './payment-result-page.tsx';

const shown = (search: string): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={createQueryClient()}>
      <StaticRouter location={`/payment-result${search}`}>
        <PaymentResultPage goOn={null} walletDollars={35} plan={undefined} />
      </StaticRouter>
    </QueryClientProvider>,
  );

test('who turned back reads so, and is led back to what it was for', () => {
  expect(shown('?cancelled=plan')).toMatch(/Checkout cancelled.*href="\/pricing"/);
  expect(shown('?cancelled=wallet')).toMatch(/Checkout cancelled.*href="\/statement"/);
});

test('an address that names no checkout is told as such', () => {
  for (const search of ['', '?session_id=', '?session_id=%3Cscript%3E', '?session_id=sub_1']) {
    expect(shown(search)).toContain('No such checkout');
  }
});

test('before the server has spoken nothing is claimed', () => {
  const html = shown('?session_id=cs_test_1');
  expect(html).toContain('Checking your payment');
  expect(html).not.toMatch(/received|added|\$35/);
});
