import { COLLECTED_MAX, COLLECTIONS_MAX } from '@easel/contracts/collections/policy';
import { TRASH_DAYS } from '@easel/contracts/generation/policy';
import { SHARE_DAYS, SHARE_DAYS_MAX, SHARES_MAX } from '@easel/contracts/shares/policy';
import { formatNumber } from '../../../lib/figures.ts';
import type { Topic } from '../entry.ts';
import { either } from '../say.ts';

/** One's own pictures. */
export const gallery: Topic = {
  area: 'gallery',
  entries: [
    {
      id: 'gallery.find',
      title: 'Where are all my images?',
      phrases: [
        'my gallery',
        'where are my images',
        'see everything i made',
        'your gallery',
        'storage for my pictures',
        'how long are my images kept',
        'storage limit',
      ],
      answer: () =>
        'Your Gallery has every image you made, the newest first. They are kept as long as your account exists, unless you delete them.',
      links: ['/your-gallery'],
      next: ['gallery.search', 'gallery.trash', 'collections.what'],
    },
    {
      id: 'gallery.search',
      title: 'How do I find one of my images?',
      phrases: [
        'search my pictures',
        'filter my gallery',
        'find an old image',
        'find picture by color',
        'images that look like it',
        'sort my gallery',
        'search by words of the prompt',
      ],
      answer: () =>
        'Search your gallery by words of the prompt, or narrow it with Filters: model, style, shape, size and date. Search can look among your own pictures as well, by color, too, and finds those that look like one.',
      links: ['/your-gallery', '/search'],
      next: ['collections.what', 'gallery.trash'],
    },
    {
      id: 'gallery.delete',
      title: 'How do I delete an image?',
      phrases: [
        'delete a picture',
        'remove an image from my gallery',
        'delete several images',
        'get rid of pictures',
        'delete for ever',
      ],
      answer: () =>
        `Open it and press Delete, or choose several in your gallery. They stay in the trash for ${TRASH_DAYS} days, and can be restored or deleted for ever there. Who bought one keeps it.`,
      links: ['/your-gallery'],
      next: ['gallery.trash', 'account.erase'],
    },
    {
      id: 'gallery.trash',
      title: 'How do I restore a deleted image?',
      phrases: [
        'trash',
        'restore deleted picture',
        'undo delete',
        'how long are deleted images kept',
        'bring back an image',
        'deleted by mistake',
        'days in the trash',
        'recover picture',
      ],
      answer: () =>
        `Open the trash in your gallery and press Restore. Deleted images stay there for ${TRASH_DAYS} days; after that nothing brings them back.`,
      links: ['/your-gallery?view=trash'],
      next: ['gallery.delete', 'gallery.find'],
    },
    {
      id: 'gallery.publish',
      title: 'How do I make an image public or private?',
      phrases: [
        'make image public',
        'publish a picture',
        'make private again',
        'take back from the public gallery',
        'unpublish',
        'show my picture to everyone',
        'visibility of an image',
        'are my images public by default',
        'who can see my pictures',
      ],
      answer: () =>
        'Images are private until you publish them: press “Make public” at a picture, or choose several in your gallery. Others then see it with its prompt and can buy it. “Make private” takes it back; who bought it keeps it.',
      links: ['/your-gallery', '/public-gallery'],
      next: ['earnings.how', 'account.public-profile', 'shares.link'],
    },
    {
      id: 'collections.what',
      title: 'What are collections?',
      phrases: [
        'collections',
        'make an album',
        'put pictures in a folder',
        'organise images',
        'group pictures',
        'how many collections',
        'pictures per collection',
      ],
      answer: () =>
        `Collections put pictures together, to find them again or to share them by a link. Choose pictures in your gallery and press “Add to a collection”. You can have up to ${formatNumber(COLLECTIONS_MAX)}, each with up to ${formatNumber(COLLECTED_MAX)} pictures.`,
      links: ['/collections', '/your-gallery'],
      next: ['shares.link', 'favorites.what'],
    },
    {
      id: 'favorites.what',
      title: 'What are favorites?',
      phrases: [
        'favorites',
        'like a picture',
        'heart button',
        'bookmark images',
        'saved pictures list',
        'no favorites yet',
        'remove from favorites',
        'how many likes do i have',
        'who likes my pictures',
      ],
      answer: () =>
        'Press the heart at a picture, your own or somebody’s, and it is among your favorites; press it again to take it back. How many like a picture can be seen, who does cannot.',
      links: ['/favorites', '/public-gallery'],
      next: ['collections.what', 'community.follow'],
    },
    {
      id: 'shares.link',
      title: 'How do I share an image by a link?',
      phrases: [
        'share a picture by link',
        'private link',
        'send image to a client',
        'how long does a share link work',
        'share a collection',
        'stop sharing',
        'revoke link',
        'who sees what a link shows',
        'share with someone without an account',
        'share on social media',
        'share a picture with somebody',
      ],
      answer: () =>
        `Choose “Share by a link” at a picture or a collection. A link works for ${either(SHARE_DAYS.map(String))} days, or up to ${SHARE_DAYS_MAX}, and you can have ${SHARES_MAX} at a time. Who has it sees the pictures, not your prompts. Collections lists your links, and ends them. Sharing as such earns nothing.`,
      links: ['/collections', '/your-gallery'],
      next: ['gallery.publish', 'collections.what'],
    },
  ],
};
