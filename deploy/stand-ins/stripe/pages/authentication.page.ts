import type { Kept } from '../shelves.ts';
import { document, html, money } from './html.ts';

/** Where the bank asks the cardholder. */
export function authenticationPage({ body, extra }: Kept<'payment_intent'>): string {
  return document(
    'Authentication (test)',
    html`<h1>Confirm your payment of ${money(body.amount, body.currency)}</h1>
      <p class="notice">This is a stand-in for your bank's 3-D Secure page. No money moves.</p>
      <form method="post" action="/c/authenticate/${extra.secret}">
        <button name="answer" value="complete">Complete authentication</button>
        <button class="quiet" name="answer" value="fail">Fail authentication</button>
      </form>`,
  );
}

/** For those whom no address waits for. */
export function answeredPage(succeeded: boolean): string {
  return document(
    'Authentication (test)',
    html`<h1>${succeeded ? 'You confirmed the payment' : 'You did not confirm the payment'}</h1>
      <p>${succeeded ? undefined : 'Nothing was charged. '}You can close this page.</p>`,
  );
}

export const noAuthenticationPage = () =>
  document(
    'Authentication (test)',
    html`<h1>There is no such authentication</h1>
      <p>Start the payment again in the shop.</p>`,
  );
