/** Sources that a document may load from, by directive. */
type Sources = Readonly<Record<string, readonly string[]>>;

const SELF = "'self'";
const NONE = "'none'";

const everywhere: Sources = {
  'default-src': [SELF],
  'img-src': [SELF, 'data:', 'blob:'],
  // The hash is that of nothing: the console's styles begin as empty elements, which its scripts then fill rule by
  // rule.
  'style-src': [SELF, "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"],
  'script-src': [SELF],
  'connect-src': [SELF],
  'font-src': [SELF],
  'object-src': [NONE],
  'base-uri': [NONE],
  'form-action': [SELF],
  'frame-ancestors': [NONE],
};

const STRIPE_JS = ['https://js.stripe.com', 'https://*.js.stripe.com'];

/** What Stripe's card fields and its pages for 3-D Secure need. */
const withStripe: Sources = {
  ...everywhere,
  'script-src': [SELF, ...STRIPE_JS],
  'connect-src': [SELF, 'https://api.stripe.com'],
  'frame-src': [...STRIPE_JS, 'https://hooks.stripe.com'],
};

const textOf = (sources: Sources): string =>
  Object.entries(sources)
    .map(([directive, from]) => `${directive} ${from.join(' ')}`)
    .join('; ');

/** As the app's router finds the page: neither case nor a slash at the end counts. */
const CHECKOUT = /^\/checkout\/*(?:[?#]|$)/i;

const POLICY = textOf(everywhere);
const CHECKOUT_POLICY = textOf(withStripe);

/**
 * Returns the policy of the document at an address. Only the checkout opens Stripe's hosts, and only where Stripe's own
 * card fields are used.
 */
export function contentSecurityPolicyOf(url: string, usesStripeFields: boolean): string {
  return usesStripeFields && CHECKOUT.test(url) ? CHECKOUT_POLICY : POLICY;
}
