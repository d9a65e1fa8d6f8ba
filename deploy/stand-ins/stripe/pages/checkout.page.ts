import { SLOW_CARD } from '../domain/cards.ts';
import type { Kept } from '../shelves.ts';
import type { LineItem } from '../wire.ts';
import { document, html, type Html, money } from './html.ts';

type KeptSession = Kept<'checkout.session'>;

export function checkoutPage({ body, extra }: KeptSession, error?: string): string {
  const total = money(body.amount_total, body.currency);
  const free = body.payment_status === 'no_payment_required';
  const cancel =
    body.cancel_url === null ? undefined : html`<p><a href="${body.cancel_url}">Cancel and go back</a></p>`;
  return document(
    'Checkout (test)',
    html`<h1>${body.mode === 'subscription' ? 'Subscribe' : 'Pay'} ${total}</h1>
      <p class="notice">This is a stand-in for Stripe. No money moves; use test cards only.</p>
      <section aria-label="What you buy">
        <table>
          <tbody>
            ${extra.lines.map(row)}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <td>${total}</td>
            </tr>
          </tfoot>
        </table>
      </section>
      <section aria-label="Payment">
        <form method="post" action="/c/pay/${body.id}">
          ${free ? undefined : cardField(error)}
          <button type="submit">${free ? 'Continue' : html`Pay ${total}`}</button>
        </form>
      </section>
      ${cancel}`,
  );
}

const grouped = (number: string) => number.replaceAll(/(?<=\d)(?=(?:\d{4})+$)/g, ' ');

function cardField(error: string | undefined): Html {
  const said = error === undefined ? undefined : html`<p class="error" id="card-error" role="alert">${error}</p>`;
  const describedBy = error === undefined ? 'card-hint' : 'card-error card-hint';
  const invalid = error === undefined ? undefined : html`aria-invalid="true"`;
  return html`<label for="card">Card number</label>
    <input
      id="card"
      name="card"
      inputmode="numeric"
      autocomplete="off"
      required
      maxlength="23"
      aria-describedby="${describedBy}"
      ${invalid}
    />
    ${said}
    <p class="hint" id="card-hint">
      4242 4242 4242 4242 pays; 4000 0000 0000 0002 is declined; 4000 0000 0000 3220 asks for authentication;
      ${grouped(SLOW_CARD)} pays later; 4000 0000 0000 0341 fails later; 4000 0000 0000 0259 is disputed.
    </p>`;
}

function row(line: LineItem): Html {
  const { interval, interval_count: count } = line.price.recurring ?? {};
  const every = interval === undefined ? undefined : html` every ${count === 1 ? interval : `${count} ${interval}s`}`;
  const times = line.quantity === 1 ? undefined : html` × ${line.quantity}`;
  return html`<tr>
    <th scope="row">${line.description}${times}</th>
    <td>${money(line.amount_total, line.currency)}${every}</td>
  </tr>`;
}

export function endedPage(body: KeptSession['body'] | undefined): string {
  const back = body?.cancel_url ?? null;
  return document(
    'Checkout (test)',
    html`<h1>${body ? 'This checkout has expired' : 'There is no such checkout'}</h1>
      <p>Nothing was charged.</p>
      ${back === null ? undefined : html`<p><a href="${back}">Go back</a></p>`}`,
  );
}
