import { brand } from '@easel/contracts/brand';
import type { Topic } from '../entry.ts';

/** spec: public-and-commerce §2.16; spec: rulings "Machine-made pictures". */
export const rights: Topic = {
  area: 'gallery',
  entries: [
    {
      id: 'rights.own-images',
      title: 'Who owns the images I make?',
      phrases: [
        'who owns my images',
        'ownership of pictures',
        'commercial use of my images',
        'use in my business',
        'rights to what i make',
        'copyright of generated images',
        'may i use my pictures for advertising',
        'is my image licence free',
        'use for a book cover website or advertisement',
        'use in a client project',
      ],
      answer: () =>
        'What you make belongs to you as far as the law allows, and you may use it commercially. Before you publish or sell a picture, check that you have the rights that your use needs: a generated image may resemble existing works, brands or persons.',
      links: ['/terms-conditions', '/disclaimer'],
      next: ['plans.merchandise', 'rights.bought-images', 'rights.marking'],
    },
    {
      id: 'rights.bought-images',
      title: 'What may I do with an image I bought?',
      phrases: [
        'licence of a bought image',
        'use of an image i bought',
        'commercial use of purchased picture',
        'resell a picture that i bought',
        'usage rights after purchase',
        'print a bought picture',
        'seller deleted the image that i bought',
      ],
      answer: () =>
        'A purchased image may be used for your own and commercial work in the size bought; it may not be sold on as it is. The file stays yours when its author deletes the picture.',
      links: ['/terms-conditions', '/my-purchases'],
      next: ['plans.merchandise', 'downloads.again'],
    },
    {
      id: 'rights.marking',
      title: 'Are images marked as made by a machine?',
      phrases: [
        'content credentials',
        'is the file marked as ai made',
        'metadata in the file',
        'verify an image',
        'check whether a picture came from here',
        'provenance of a file',
        'was this image changed',
        'proof that an image is from this site',
        'can people see that it is made by ai',
      ],
      answer: () =>
        `Every file that leaves ${brand.name} has Content Credentials, which say that it was made by a machine, and whether by a model that learned from pictures; no personal data is in them unless you choose so. Verify an Image tells whether a file came from here and whether it was changed since.`,
      links: ['/verify-image'],
      next: ['rights.own-images', 'rights.dmca'],
    },
    {
      id: 'rights.dmca',
      title: 'How do I report a copyright infringement?',
      phrases: [
        'copyright complaint',
        'dmca notice',
        'somebody stole my artwork',
        'take down a picture that infringes my rights',
        'my work is used without permission',
        'infringement report',
      ],
      answer: () =>
        'Send us the address of the image, the work that is yours, and a way to reach you. The terms say how soon notices are answered; what has to be taken down is taken down.',
      links: ['/contact', '/terms-conditions'],
      next: ['community.report', 'support.contact'],
    },
  ],
};
