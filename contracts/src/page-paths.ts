/**
 * Every address at which the member app has a page, as its router writes it: what is at none of them is answered with
 * 404. The app holds its table of pages against this.
 */
export const pagePaths = [
  '/',
  '/about',
  '/analytics',
  '/cart',
  '/checkout',
  '/collections',
  '/collections/:id',
  '/contact',
  '/curator-dashboard',
  '/design-challenges/poster',
  '/design-challenges/t-shirt',
  '/disclaimer',
  '/favorites',
  '/following',
  '/gallery',
  '/generator',
  '/image/:id',
  '/invoices/:number',
  '/login',
  '/my-purchases',
  '/orders',
  '/orders/:id',
  '/payment-result',
  '/poster-competition',
  '/pricing',
  '/privacy-policy',
  '/profile',
  '/profit-sharing',
  '/public-gallery',
  '/register',
  '/report-bug',
  '/report-feature',
  '/reset-password',
  '/search',
  '/shared/:token',
  '/shop',
  '/statement',
  '/terms-conditions',
  '/tshirt-competition',
  '/u/:name',
  '/undo-email-change',
  '/unsubscribe',
  '/verify-image',
  '/verify-success',
  '/your-gallery',
] as const;

const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/+$/, '').split('/');

const patterns = pagePaths.map((path) => ({ path, segments: segmentsOf(path) }));

/**
 * Which page is at this path; undefined where there is none. As the router has it, neither case nor a slash at the end
 * counts.
 */
export function pagePatternAt(path: string): (typeof pagePaths)[number] | undefined {
  const asked = segmentsOf(path);
  return patterns.find(
    ({ segments }) =>
      segments.length === asked.length &&
      segments.every((segment, index) => (segment.startsWith(':') ? asked[index] !== '' : segment === asked[index])),
  )?.path;
}

export const isPagePath = (path: string): boolean => pagePatternAt(path) !== undefined;
