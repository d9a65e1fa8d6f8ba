import type { Stripe, StripeElements, StripePaymentElement } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';

const NOT_CHECKED = 'Please check what you entered.';

/**
 * Stripe's own card fields, in frames of Stripe's: no card's digits are seen here. The payment that they pay is named
 * when it is confirmed, so that they can be filled in before the order is placed.
 */
export class StripeCard {
  /** Elements take over a node for good: a step that is left and opened again shows the same. */
  private readonly element: StripePaymentElement;

  private constructor(
    private readonly stripe: Stripe,
    private readonly elements: StripeElements,
    onComplete: (isComplete: boolean) => void,
  ) {
    this.element = elements.create('payment');
    this.element.on('change', ({ complete }) => onComplete(complete));
  }

  /** Throws where Stripe's script does not load. */
  static async open(
    publishableKey: string,
    { cents, isDark }: { cents: number; isDark: boolean },
    onComplete: (isComplete: boolean) => void,
  ): Promise<StripeCard> {
    const stripe = await loadStripe(publishableKey);
    if (!stripe) throw new Error('Stripe.js was not loaded');
    const elements = stripe.elements({
      mode: 'payment',
      amount: cents,
      currency: 'usd',
      allowedPaymentMethodTypes: ['card'],
      appearance: { theme: isDark ? 'night' : 'stripe' },
    });
    return new StripeCard(stripe, elements, onComplete);
  }

  mount(node: HTMLElement): void {
    this.element.mount(node);
  }

  /** The sum that will be paid, in cents: what the fields show follows it. */
  charge(cents: number): void {
    void this.elements.update({ amount: cents });
  }

  /** Returns what is wrong with what was entered; undefined where nothing is. */
  async check(): Promise<string | undefined> {
    const { error } = await this.elements.submit();
    return error && (error.message ?? NOT_CHECKED);
  }

  /**
   * Pays. A bank that asks the cardholder does so in the page, or on a page of its own that leads back to `returnTo`.
   * Returns the bank's refusal; undefined where there was none, which says nothing of what became of the payment.
   */
  async confirm(clientSecret: string, returnTo: string): Promise<string | undefined> {
    const { elements } = this;
    const confirmParams = { return_url: new URL(returnTo, window.location.href).href };
    const { error } = await this.stripe.confirmPayment({
      elements,
      clientSecret,
      confirmParams,
      redirect: 'if_required',
    });
    // What happened meanwhile, such as another tab's payment, is looked up.
    return error?.type === 'card_error' || error?.type === 'validation_error' ? error.message : undefined;
  }
}
