import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kept } from '../shelves.ts';
import { answerBank, submit } from '../checkout.ts';
import type { Form } from '../form.ts';
import { Refusal } from '../refusal.ts';
import type { Books } from '../books.ts';
import type { Store } from '../store.ts';
import { letGo } from '../schedules.ts';
import { cancelAtPeriodEnd } from '../subscriptions.ts';
import { answeredPage, authenticationPage, noAuthenticationPage } from './authentication.page.ts';
import { checkoutPage, endedPage } from './checkout.page.ts';
import { document, html, pageHeaders } from './html.ts';
import { closedPage, portalPage } from './portal.page.ts';

const PORTAL_OPEN_S = 3_600;
const NOT_AUTHENTICATED =
  'We are unable to authenticate your payment method. Please choose a different payment method and try again.';
const NO_CAUSE = { requestId: null, idempotencyKey: null };

type KeptSession = Kept<'checkout.session'>;

/** The pages that a member's browser sees. */
export function servePages(app: FastifyInstance, { store, settleMs }: { store: Store; settleMs: number | null }): void {
  app.setErrorHandler((error, request, reply) => {
    const known = error instanceof Refusal ? error : undefined;
    if (!known) request.log.error({ err: error }, 'a page failed');
    const text = document(
      'Checkout (test)',
      html`<h1>That did not work</h1>
        <p>${known?.message ?? 'Try again.'}</p>`,
    );
    return reply
      .code(known?.status ?? 500)
      .headers(pageHeaders())
      .send(text);
  });

  app.get('/c/pay/:id', async (request, reply) => {
    const session = await store.read((books) => books.find('checkout.session', param(request, 'id')));
    if (session?.body.status === 'complete') return reply.redirect(successUrl(session), 302);
    if (session?.body.status !== 'open') return ended(reply, session);
    const error =
      (request.query as Record<string, unknown>)['redirect_status'] === 'failed' ? NOT_AUTHENTICATED : undefined;
    return reply.headers(headersOf(session)).send(checkoutPage(session, error));
  });

  app.post('/c/pay/:id', async (request, reply) => {
    const card = field(request, 'card');
    const { session, outcome } = await store.change(NO_CAUSE, async (books) => {
      const found = await books.find('checkout.session', param(request, 'id'));
      return { session: found, outcome: found && (await submit(books, found, card, settleMs)) };
    });
    if (!session || !outcome || outcome.kind === 'expired') return ended(reply, session);
    if (outcome.kind === 'done') return reply.headers(headersOf(session)).redirect(successUrl(session), 302);
    if (outcome.kind === 'authentication') return reply.headers(headersOf(session)).redirect(outcome.url, 302);
    return reply.code(402).headers(headersOf(session)).send(checkoutPage(session, outcome.decline.message));
  });

  app.get('/c/authenticate/:secret', async (request, reply) => {
    const asked = await store.read((books) => askedOf(books, param(request, 'secret')));
    if (asked?.intent.body.status !== 'requires_action') return answered(reply, asked);
    return reply.headers(leadingBack(asked)).send(authenticationPage(asked.intent));
  });

  app.post('/c/authenticate/:secret', async (request, reply) => {
    const succeeded = field(request, 'answer') === 'complete';
    const asked = await store.change(NO_CAUSE, async (books) => {
      const found = await askedOf(books, param(request, 'secret'));
      // A second click finds it answered.
      if (found?.intent.body.status === 'requires_action') await answerBank(books, found.intent, succeeded);
      return found;
    });
    return answered(reply, asked);
  });

  app.get('/p/session/:secret', async (request, reply) => {
    const page = await store.read(async (books) => {
      const portal = await books.bySecret('billing_portal.session', param(request, 'secret'));
      if (!portal || books.now > portal.body.created + PORTAL_OPEN_S) return undefined;
      return portalPage(portal, await books.having('subscription', 'customer', portal.body.customer, 20));
    });
    return reply
      .code(page === undefined ? 410 : 200)
      .headers(pageHeaders())
      .send(page ?? closedPage());
  });

  app.post('/p/session/:secret', async (request, reply) => {
    const secret = param(request, 'secret');
    const known = await store.change(NO_CAUSE, async (books) => {
      const portal = await books.bySecret('billing_portal.session', secret);
      if (!portal || books.now > portal.body.created + PORTAL_OPEN_S) return false;
      const subscription = await books.find('subscription', field(request, 'subscription'));
      if (subscription?.body.customer !== portal.body.customer) return false;
      await letGo(books, subscription, 'released');
      await cancelAtPeriodEnd(books, subscription, field(request, 'action') === 'cancel');
      return true;
    });
    if (!known) return reply.code(410).headers(pageHeaders()).send(closedPage());
    return reply.redirect(`/p/session/${secret}`, 303);
  });
}

interface Asked {
  intent: Kept<'payment_intent'>;
  /** That the payment belongs to. */
  session: KeptSession | undefined;
}

async function askedOf(books: Books, secret: string): Promise<Asked | undefined> {
  const intent = await books.bySecret('payment_intent', secret);
  const id = intent?.extra.session;
  return intent && { intent, session: id === undefined ? undefined : await books.find('checkout.session', id) };
}

/** A checkout's page goes on to the shop by itself. */
const leadingBack = ({ intent, session }: Asked) =>
  pageHeaders([intent.extra.returnUrl ?? null, session?.body.success_url ?? null]);

/** Leads back as Stripe does, with what became of the payment. */
function answered(reply: FastifyReply, asked: Asked | undefined) {
  if (!asked) return reply.code(404).headers(pageHeaders()).send(noAuthenticationPage());
  const { id, client_secret: secret, status } = asked.intent.body;
  const succeeded = status === 'succeeded';
  const { returnUrl } = asked.intent.extra;
  if (returnUrl === undefined) return reply.headers(pageHeaders()).send(answeredPage(succeeded));
  const url = new URL(returnUrl);
  url.searchParams.set('payment_intent', id);
  url.searchParams.set('payment_intent_client_secret', secret);
  url.searchParams.set('redirect_status', succeeded ? 'succeeded' : 'failed');
  return reply.headers(leadingBack(asked)).redirect(url.href, 302);
}

const ended = (reply: FastifyReply, session: KeptSession | undefined) =>
  reply
    .code(session ? 410 : 404)
    .headers(pageHeaders())
    .send(endedPage(session?.body));

const headersOf = ({ body }: KeptSession) => pageHeaders([body.success_url]);

const successUrl = ({ body }: KeptSession) => body.success_url.replaceAll('{CHECKOUT_SESSION_ID}', body.id);

const param = (request: FastifyRequest, name: string) => (request.params as Record<string, string>)[name] ?? '';

function field(request: FastifyRequest, name: string): string {
  const value = (request.body as Form | undefined)?.[name];
  return typeof value === 'string' ? value : '';
}
