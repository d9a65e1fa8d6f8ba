import type { Kept } from '../shelves.ts';
import { itemOf } from '../subscriptions.ts';
import { document, html, type Html, money } from './html.ts';

export function portalPage(
  portal: Kept<'billing_portal.session'>,
  subscriptions: readonly Kept<'subscription'>[],
): string {
  const { return_url } = portal.body;
  return document(
    'Your subscription (test)',
    html`<h1>Your subscription</h1>
      <p class="notice">This is a stand-in for Stripe's billing portal.</p>
      ${subscriptions.length === 0 ? html`<p>There is none.</p>` : undefined}
      ${subscriptions.map((one) => card(portal.extra.secret, one))}
      ${return_url === null ? undefined : html`<p><a href="${return_url}">Go back</a></p>`}`,
  );
}

function card(secret: string, { body }: Kept<'subscription'>): Html {
  const { price, quantity, current_period_end: end } = itemOf(body);
  const date = new Date(end * 1000).toISOString().slice(0, 10);
  const live = body.status === 'active' || body.status === 'past_due';
  const next = !live
    ? undefined
    : html`<p>${body.cancel_at_period_end ? 'It ends on' : 'It renews on'} <time datetime="${date}">${date}</time>.</p>
        <form method="post" action="/p/session/${secret}">
          <input type="hidden" name="subscription" value="${body.id}" />
          <button class="quiet" name="action" value="${body.cancel_at_period_end ? 'resume' : 'cancel'}">
            ${body.cancel_at_period_end ? 'Resume' : 'Cancel at the end of the period'}
          </button>
        </form>`;
  return html`<section aria-label="Subscription">
    <p>
      ${money(price.unit_amount * quantity, body.currency)} every ${price.recurring?.interval},
      ${body.status.replaceAll('_', ' ')}
    </p>
    ${next}
  </section>`;
}

export const closedPage = () =>
  document(
    'Your subscription (test)',
    html`<h1>This page has expired</h1>
      <p>Open it anew from where you came.</p>`,
  );
