import { downloadLimits, imageSizes, QUOTE_MS } from '@easel/contracts/downloads/policy';
import { planCards, type PlanCard } from '@easel/contracts/subscriptions/policy';
import { formatNumber } from '../../../lib/figures.ts';
import type { Topic } from '../entry.ts';
import { cardOf, lines, listed, paragraphs } from '../say.ts';

const formatsOf = (card: PlanCard): string => listed(downloadLimits(card.tier).formats.map((one) => one.toUpperCase()));

const countOf = (card: PlanCard): string => {
  const { monthly } = downloadLimits(card.tier);
  return monthly === null ? 'no limit' : `${formatNumber(monthly)} a month`;
};

/** spec: public-and-commerce §6 "Tier download limits"; spec: rulings "Own images", "One size up". */
export const downloads: Topic = {
  area: 'features',
  entries: [
    {
      id: 'downloads.sizes',
      title: 'In which sizes can I download?',
      phrases: [
        'download size by plan',
        'maximum download resolution',
        'download in 4k',
        'download 8k',
        'why is 4k locked',
        'size not available upgrade plan required',
        'largest file i can download',
        'download limited to 1k',
        'largest size that i can download',
      ],
      answer({ tier, size }) {
        const card = tier && cardOf(tier);
        if (card)
          return `${card.name} downloads up to ${downloadLimits(card.tier).maxSize}: any size not above the picture’s own, or one level above it, enlarged.`;
        const reach = size
          ? planCards.filter(
              ({ tier: one }) => imageSizes.indexOf(downloadLimits(one).maxSize) >= imageSizes.indexOf(size),
            )
          : [];
        if (size) return `${size} is part of these plans: ${listed(reach.map(({ name }) => name))}.`;
        return paragraphs(
          lines(planCards.map((one) => `${one.name}: up to ${downloadLimits(one.tier).maxSize}`)),
          'Any size not above the picture’s own, or one level above it, enlarged.',
        );
      },
      links: ['/pricing', '/your-gallery'],
      next: ['downloads.formats', 'downloads.enlarged', 'plans.change'],
    },
    {
      id: 'downloads.formats',
      title: 'Which file formats are there?',
      phrases: [
        'file format',
        'png jpg webp',
        'tiff svg vector file',
        'download as jpg',
        'formats by plan',
        'which plan has svg',
        'transparent png file',
        'is webp available to me',
        'raw file type',
        'plan with tiff or svg',
      ],
      answer({ tier }) {
        const card = tier && cardOf(tier);
        if (card) return `${card.name} downloads as ${formatsOf(card)}.`;
        return lines(planCards.map((one) => `${one.name}: ${formatsOf(one)}`));
      },
      links: ['/pricing', '/profile'],
      next: ['downloads.sizes', 'account.preferences'],
    },
    {
      id: 'downloads.limit',
      title: 'How many downloads do I have a month?',
      phrases: [
        'monthly download limit',
        'downloads per month',
        'download limit reached',
        'number of downloads of others pictures',
        'how many pictures of others can i download',
        'unlimited downloads',
        'does downloading my own count',
        'how many times can i download',
      ],
      answer({ tier }) {
        const card = tier && cardOf(tier);
        const own = 'Your own pictures are free to download and not counted.';
        if (card) return `${card.name}: ${countOf(card)} of other members’ pictures. ${own}`;
        return paragraphs(
          'Downloads of other members’ pictures:',
          lines(planCards.map((one) => `${one.name}: ${countOf(one)}`)),
          own,
        );
      },
      links: ['/pricing', '/profile'],
      next: ['own.limits', 'downloads.sizes'],
    },
    {
      id: 'downloads.own',
      title: 'How do I download my images?',
      phrases: [
        'download my picture',
        'save image to my computer',
        'is downloading my own image free',
        'download button',
        'price to download my own',
        'get my file',
        'save to my phone',
        'zip of several pictures',
        'download all my images',
        'do i pay for downloading my own',
      ],
      answer: () =>
        `Press Download under a picture and choose size and format. Your own pictures are free to download, as often as you like, in the sizes and formats of your plan. Choose several in your gallery to get them as one zip file. A quote in the dialog holds for ${formatNumber(QUOTE_MS / 60_000)} minutes.`,
      links: ['/your-gallery'],
      next: ['downloads.sizes', 'downloads.formats', 'downloads.failed'],
    },
    {
      id: 'downloads.enlarged',
      title: 'What does “enlarged” mean?',
      phrases: [
        'enlarged file',
        'one size larger than the picture',
        'difference between enlarged and upscaled',
        'can i download bigger than the original',
        'original image too small for this resolution',
        'resampled',
        'enlarge 2k picture to 4k',
        'make a picture larger',
      ],
      answer: () =>
        'A picture can be downloaded in its own size, in every smaller one, and one size larger. The larger one is enlarged: it is resampled and has no more detail. Upscaling, which adds detail, is another thing.',
      links: ['/your-gallery'],
      next: ['editing.upscale', 'downloads.sizes'],
    },
    {
      id: 'downloads.again',
      title: 'Where are the images that I bought?',
      phrases: [
        'my purchases',
        'download a bought image again',
        'find pictures that i purchased',
        'lost purchased file',
        'bought image not downloaded',
        'download purchase again at no cost',
      ],
      answer: () => 'My Purchases has every image you bought. Download it again whenever you like, at no cost.',
      links: ['/my-purchases'],
      next: ['rights.bought-images', 'credits.buy-price'],
    },
    {
      id: 'downloads.failed',
      title: 'What if a download does not start?',
      phrases: [
        'download failed',
        'download does not work',
        'file is broken',
        'nothing happens when i press download',
        'quote has expired',
        'link has expired',
      ],
      answer: () =>
        'Ask for the download again: a quote and a link to a file hold for a while only, and a download that ends with an error is not counted. If it fails again, report it.',
      links: ['/your-gallery', '/report-bug'],
      next: ['support.bug', 'downloads.own'],
    },
    {
      id: 'downloads.watermark',
      title: 'How do I get an image without watermark?',
      phrases: [
        'remove watermark',
        'why is there a watermark',
        'image without watermark',
        'do my images have a watermark',
        'watermarked download',
        'clean copy',
        'text across the picture',
        'text across the preview',
      ],
      answer: () =>
        'Your own pictures have no watermark when you download them. Previews of other members’ public pictures can be downloaded with a watermark; buying the picture gives you the clean copy.',
      links: ['/your-gallery', '/public-gallery'],
      next: ['credits.buy-price', 'downloads.own'],
    },
  ],
};
