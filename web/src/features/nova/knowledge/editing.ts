import { cutoutTenths, upscaleTerms } from '@easel/contracts/edits/policy';
import { planCards } from '@easel/contracts/subscriptions/policy';
import { counted } from '../../../lib/figures.ts';
import type { Topic } from '../entry.ts';
import { cardOf, creditsOf, ifThere, lines, paragraphs } from '../say.ts';

const EDITOR = '/image-editor';
const NOT_YET = 'It is not available yet.';

const upscale = planCards.flatMap(({ tier, name }) => {
  const terms = upscaleTerms(tier);
  return terms ? [`${name}: ${creditsOf(terms.tenths)}, kept for ${counted(terms.keptDays, 'day')}`] : [];
});

/** What is said of tools changes by itself once their pages are there. spec: rulings "Background removal". */
export const editing: Topic = {
  area: 'image-editing',
  entries: [
    {
      id: 'editing.edit',
      title: 'Can I edit an image?',
      phrases: [
        'edit image',
        'image editor',
        'crop a picture',
        'rotate or flip',
        'apply filters',
        'adjust brightness contrast colors',
        'retouch photo',
        'photo editing tools',
        'change part of an image',
        'cost of edits',
        'make it black and white',
        'change the colors of a picture',
      ],
      answer: () =>
        ifThere(
          EDITOR,
          'Yes: the image editor crops, rotates, filters and adjusts. Your image stays as it is, the edit is kept beside it, and such edits are free.',
          'The image editor is not available yet. Crops, filters and adjustments will be free: your image stays as it is, and the edit is kept beside it. Until then a variant makes the picture again with a changed prompt.',
        ),
      links: [EDITOR, '/your-gallery'],
      next: ['making.variant', 'editing.background', 'editing.upscale'],
    },
    {
      id: 'editing.background',
      title: 'What does removing a background cost?',
      phrases: [
        'background removal',
        'remove background',
        'cut out a subject',
        'price of removing the background',
        'premium background removal',
        'isolate object',
        'erase the backdrop',
      ],
      answer({ tier }) {
        const card = tier && cardOf(tier);
        const own = cutoutTenths(card?.tier ?? 'free', 'in-house');
        const premium = cutoutTenths(card?.tier ?? 'free', 'premium');
        const price =
          own === premium
            ? `${creditsOf(own)} either way`
            : `${creditsOf(own)} in the house, ${creditsOf(premium)} by a premium service`;
        return paragraphs(
          ifThere(
            EDITOR,
            `Removing a background costs ${price}.`,
            `Removing a background will cost ${price}. ${NOT_YET}`,
          ),
          'T-shirt mode makes pictures with a transparent background from the start.',
        );
      },
      links: [EDITOR, '/generator'],
      next: ['making.modes', 'editing.edit'],
    },
    {
      id: 'editing.upscale',
      title: 'What does upscaling to 8K cost?',
      phrases: [
        'upscale to 8k',
        'upscaling price',
        'super resolution',
        'which plans can upscale',
        'add detail to a 4k picture',
        'how long is an upscaled image kept',
        'storage of upscaled images',
        'make my picture bigger with detail',
      ],
      answer({ tier }) {
        const card = tier && cardOf(tier);
        const terms = card && upscaleTerms(card.tier);
        const what = `Upscaling from 4K to 8K adds detail. ${ifThere(EDITOR, '', NOT_YET)}`.trim();
        if (card && !terms) return `${what} ${card.name} does not include it; these plans do:\n\n${lines(upscale)}`;
        if (card && terms)
          return `${what}\n\n${card.name}: ${creditsOf(terms.tenths)}, kept for ${counted(terms.keptDays, 'day')}.`;
        return paragraphs(what, lines(upscale));
      },
      links: [EDITOR, '/pricing'],
      next: ['downloads.enlarged', 'downloads.sizes'],
    },
    {
      id: 'editing.mockup',
      title: 'Can I see my picture on a product?',
      phrases: [
        'mockup generator',
        'mockup',
        'preview on a t-shirt',
        'see my design on a mug',
        'picture on a wall in a room',
        'product preview',
      ],
      answer: () =>
        ifThere(
          '/mockup-generator',
          'Yes: the mockup generator shows your picture on T-shirts, posters, mugs, totes and phone cases.',
          'The shop shows your picture on each product before you order: move, scale and turn it there. A mockup generator of its own is not available yet.',
        ),
      links: ['/mockup-generator', '/shop'],
      next: ['prints.products', 'prints.dpi'],
    },
  ],
};
