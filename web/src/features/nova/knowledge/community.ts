import { FOLLOWS_MAX } from '@easel/contracts/people/policy';
import { searchCategories } from '@easel/contracts/search/policy';
import { formatNumber } from '../../../lib/figures.ts';
import type { Topic } from '../entry.ts';
import { listed } from '../say.ts';

/** Other members and their pictures. */
export const community: Topic = {
  area: 'community',
  entries: [
    {
      id: 'community.gallery',
      title: 'What is the public gallery?',
      phrases: [
        'public gallery',
        'see pictures of others',
        'browse the community',
        'explore images',
        'what others make',
        'inspiration from others',
        'latest public images',
      ],
      answer: () =>
        'The Public Gallery has the pictures that members show to everyone. You can like, remix and buy them, follow their makers, and download a preview with a watermark.',
      links: ['/public-gallery'],
      next: ['community.search', 'community.remix', 'credits.buy-price'],
    },
    {
      id: 'community.search',
      title: 'How do I search the public pictures?',
      phrases: [
        'search public images',
        'categories',
        'trending searches',
        'discover pictures',
        'find pictures by category',
        'search filters',
        'no images found',
      ],
      answer: () =>
        `Search them by words, and narrow by category, color, model, shape and size. Categories: ${listed(searchCategories.map(({ name }) => name))}. Each picture also leads to those that look like it.`,
      links: ['/search', '/public-gallery'],
      next: ['community.gallery', 'gallery.search'],
    },
    {
      id: 'community.follow',
      title: 'How do I follow somebody?',
      phrases: [
        'follow a member',
        'followers',
        'feed of people i follow',
        'unfollow',
        'see new pictures of an artist',
        'how many people can i follow',
        'get followers',
      ],
      answer: () =>
        `Press Follow on a person’s page. Following then shows their newest public pictures. You can follow up to ${formatNumber(FOLLOWS_MAX)} people; whom you follow, others cannot see.`,
      links: ['/following', '/public-gallery'],
      next: ['account.public-profile', 'community.block'],
    },
    {
      id: 'community.remix',
      title: 'What is a remix?',
      phrases: [
        'remix a picture',
        'use prompt of another member',
        'start from a public picture',
        'who remixed my picture',
        'detach a remix',
        'stop others from remixing',
        'share seeds and negative prompts',
        'somebody copied my prompt',
      ],
      answer: () =>
        'Remix, at a public picture, opens the studio with its prompt and settings; what you make of it names its source. Its maker can detach your remix or block you. Seeds and negative prompts are given only where the maker shares them.',
      links: ['/public-gallery', '/profile'],
      next: ['community.block', 'making.reuse'],
    },
    {
      id: 'community.block',
      title: 'How do I block somebody?',
      phrases: [
        'block a member',
        'unblock',
        'harassment by a member',
        'blocked people list',
        'stop a member from seeing me',
      ],
      answer: () =>
        'Press Block on their page. Neither of you then sees, buys or remixes the other’s pictures, or follows the other. They are not told, and you can take it back in your profile.',
      links: ['/profile'],
      next: ['community.report', 'community.follow'],
    },
    {
      id: 'community.report',
      title: 'How do I report a picture or a person?',
      phrases: [
        'report a picture',
        'report a person',
        'offensive image',
        'inappropriate content',
        'abuse',
        'spam in the gallery',
        'fake account pretends to be me',
        'my picture was taken down',
        'offensive picture was posted',
      ],
      answer: () =>
        'Press Report at the picture or on the person’s page, and choose a reason. We look into each report and remove what breaks the rules. If a picture of yours was taken down, the mail says why and how to object.',
      links: ['/public-gallery', '/terms-conditions'],
      next: ['community.block', 'rights.dmca', 'making.rules'],
    },
  ],
};
