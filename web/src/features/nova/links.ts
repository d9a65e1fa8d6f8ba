import { challenges } from '@easel/contracts/competitions/names';

/** A way to a page. */
export interface Link {
  to: string;
  label: string;
  /** What the contact form begins with. */
  message?: string | undefined;
}

const LABELS: Readonly<Record<string, string>> = {
  '/': 'Dashboard',
  '/about': 'About',
  '/analytics': 'Analytics',
  '/cart': 'Cart',
  '/collections': 'Collections',
  '/contact': 'Contact Us',
  '/curator-dashboard': 'Curator Dashboard',
  '/disclaimer': 'Legal Disclaimer',
  '/favorites': 'Favorites',
  '/following': 'Following',
  '/generator': 'Creative Studio',
  '/image-editor': 'Image Editor',
  '/mockup-generator': 'Mockup Generator',
  '/my-purchases': 'My Purchases',
  '/orders': 'Orders',
  '/pricing': 'Pricing',
  '/privacy-policy': 'Privacy Policy',
  '/profile': 'Profile',
  '/profit-sharing': 'Profit Sharing',
  '/public-gallery': 'Public Gallery',
  '/report-bug': 'Report a Bug',
  '/report-feature': 'Request a Feature',
  '/search': 'Search',
  '/shop': 'Shop',
  '/statement': 'Statement',
  '/terms-conditions': 'Terms & Conditions',
  '/unsubscribe': 'Marketing emails',
  '/verify-image': 'Verify an Image',
  '/your-gallery': 'Your Gallery',
  '/your-gallery?view=trash': 'Trash',
  [challenges.tshirt.path]: 'T-Shirt Challenge',
  [challenges.poster.path]: 'Poster Challenge',
};

/** A part of a page has the page's name. */
export const linkTo = (path: string): Link => ({
  to: path,
  label: LABELS[path] ?? LABELS[path.split('#')[0] ?? path] ?? path,
});
