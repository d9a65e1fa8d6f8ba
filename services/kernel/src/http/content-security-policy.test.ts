import { expect, test } from 'vitest';
import { contentSecurityPolicyOf } from './content-security-policy.ts';

test.each(['/checkout', '/checkout?step=payment', '/checkout/', '/Checkout?order=1'])(
  'the document at %s may load Stripe’s card fields where they are used',
  (url) => {
    expect(contentSecurityPolicyOf(url, true)).toContain(
      "script-src 'self' https://js.stripe.com https://*.js.stripe.com;",
    );
    expect(contentSecurityPolicyOf(url, true)).toContain('https://hooks.stripe.com');
    expect(contentSecurityPolicyOf(url, false)).not.toContain('stripe.com');
  },
);

test.each(['/', '/cart?next=/checkout', '/api/orders', '/checkout/more', '/admin/checkout', '/%E0%A4%A'])(
  'nothing at %s may load anything from another host',
  (url) => {
    expect(contentSecurityPolicyOf(url, true)).toBe(contentSecurityPolicyOf(url, false));
    expect(contentSecurityPolicyOf(url, true)).not.toContain('https:');
  },
);
