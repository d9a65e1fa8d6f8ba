import { brand } from '@easel/contracts/brand';

export interface PageMetadata {
  title: string;
  /** A sentence for search engines and previews. */
  description: string;
}

/** spec: member-experience §2, page metadata by page key, and where each page lives. */
const table: Readonly<Record<string, PageMetadata & { paths: readonly string[] }>> = {
  home: {
    paths: ['/'],
    title: 'Dashboard',
    description: 'Your recent images, your figures this month, and every tool of the studio.',
  },
  generate: {
    paths: ['/generator'],
    title: 'Creative Studio',
    description: 'Describe a picture, choose model, shape and size, and watch it being made.',
  },
  gallery: {
    paths: ['/your-gallery'],
    title: 'Your Gallery',
    description: 'Every image you made, to search, download, share or publish.',
  },
  publicGallery: {
    paths: ['/public-gallery'],
    title: 'Public Gallery',
    description: `Pictures that members of ${brand.name} have shown to everyone.`,
  },
  search: {
    paths: ['/search'],
    title: 'Discover',
    description: 'Search public pictures by word, category and trend.',
  },
  editor: {
    paths: ['/image-editor'],
    title: 'Image Editor',
    description: 'Crop, adjust, filter, cut out and upscale your images.',
  },
  pricing: {
    paths: ['/pricing'],
    title: 'Pricing',
    description: 'Plans, what a credit buys, and how to earn credits with public images.',
  },
  competitions: {
    paths: ['/tshirt-competition', '/poster-competition'],
    title: 'Design Challenges',
    description: 'Monthly T-shirt and poster challenges with shared proceeds and prizes.',
  },
  profile: {
    paths: ['/profile'],
    title: 'Profile',
    description: 'Your account, plan, preferences, password and signed-in devices.',
  },
  login: {
    paths: ['/login'],
    title: 'Sign in',
    description: `Sign in to ${brand.name} and pick up where you left off.`,
  },
  purchases: {
    paths: ['/my-purchases'],
    title: 'My Purchases',
    description: 'Every image you bought, to download again at no cost.',
  },
  favorites: {
    paths: ['/favorites'],
    title: 'My Favorites',
    description: 'The pictures you have taken to, your own and those of others.',
  },
  statement: {
    paths: ['/statement'],
    title: 'Statement',
    description: 'What your account holds, and every credit and cent that came or went.',
  },
  payment: {
    paths: ['/payment-result'],
    title: 'Your payment',
    description: 'What became of your checkout.',
  },
  cart: {
    paths: ['/cart'],
    title: 'Your Cart',
    description: 'Images that wait to be paid for.',
  },
  register: {
    paths: ['/register'],
    title: 'Create your account',
    description: `Join ${brand.name}: every account starts with free credits each month.`,
  },
  resetPassword: {
    paths: ['/reset-password'],
    title: 'Reset your password',
    description: 'Choose a new password by the link from your mail.',
  },
  verifyEmail: {
    paths: ['/verify-success'],
    title: 'Email verification',
    description: 'Whether your email address could be confirmed.',
  },
  reportFeature: {
    paths: ['/report-feature'],
    title: 'Request a Feature',
    description: `What ${brand.name} should be able to do: tell those who build it.`,
  },
  reportBug: {
    paths: ['/report-bug'],
    title: 'Report a Bug',
    description: 'Something broke or looks wrong: say what happened, and we look into it.',
  },
  contact: {
    paths: ['/contact'],
    title: 'Contact Us',
    description: 'A question, a problem or a proposal: write to us and we reply by email.',
  },
  about: {
    paths: ['/about'],
    title: 'About',
    description: `What ${brand.name} is for, how it began and what it stands for.`,
  },
  privacy: {
    paths: ['/privacy-policy'],
    title: 'Privacy Policy',
    description: `What ${brand.name} keeps about you, why, for how long, and how to have it erased.`,
  },
  terms: {
    paths: ['/terms-conditions'],
    title: 'Terms & Conditions',
    description: `The rules for using ${brand.name}: accounts, credits, images, sales and challenges.`,
  },
  disclaimer: {
    paths: ['/disclaimer'],
    title: 'Legal Disclaimer',
    description: `What ${brand.name} vouches for and what it does not.`,
  },
};

const byPath = new Map(Object.values(table).flatMap((page) => page.paths.map((path) => [path, page] as const)));

const otherwise: PageMetadata = {
  title: brand.name,
  description: 'Make pictures from words, keep them, and take them with you.',
};

export const metadataAt = (pathname: string): PageMetadata => byPath.get(pathname) ?? otherwise;
