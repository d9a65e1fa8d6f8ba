import { REFERENCES_MAX } from '@easel/contracts/providers/reference.policy';
import { UPLOAD_MAX_BYTES, uploadFormats } from '@easel/contracts/uploads/policy';
import type { Topic } from '../entry.ts';
import { either } from '../say.ts';

/** Who makes pictures, and what they make them from beside words. */
export const providers: Topic = {
  area: 'ai-generation',
  entries: [
    {
      id: 'making.upload',
      title: 'Can I upload my own pictures?',
      phrases: [
        'upload a photo',
        'import my own image',
        'use my own photo as a start',
        'reference photo',
        'reference picture',
        'send a picture along with the prompt',
      ],
      answer: () =>
        `Yes, as reference pictures in the studio: up to ${REFERENCES_MAX} of yours, bought or uploaded, as many as the picture’s provider takes. The built-in renderer takes none. An upload is ${either(uploadFormats.map((one) => one.toUpperCase()))} of up to ${UPLOAD_MAX_BYTES / 1024 / 1024} MB, and only you see it here.`,
      links: ['/generator', '/privacy-policy'],
      next: ['making.like', 'making.provider', 'community.remix'],
    },
    {
      id: 'making.like',
      title: 'How do I make a picture like one that I have?',
      phrases: [
        'more like this',
        'similar to my picture',
        'replace a part of a picture',
        'paint over a part',
        'inpainting',
        'outpainting extend beyond the edges',
        'mask',
      ],
      answer: () =>
        '“More like this”, “Replace a part” and “Extend”, under a picture, make another one from it. They are there where a provider is configured that can do so; the price is shown before.',
      links: ['/your-gallery'],
      next: ['making.variant', 'making.provider', 'making.upload'],
    },
    {
      id: 'making.provider',
      title: 'Who makes the pictures?',
      phrases: [
        'provider of pictures',
        'built-in renderer',
        'which company makes the images',
        'does openai or flux draw this',
        'provider does not answer',
        'provider is paused',
        'where is my prompt sent',
        'choose who makes my picture',
      ],
      answer: () =>
        'The studio names who makes a picture before you pay: the built-in renderer, or a provider that the operators of this site have configured. A provider gets the prompt, the settings and the pictures you send along, and nothing about you. While one does not answer, the studio says so and charges nothing.',
      links: ['/generator', '/privacy-policy'],
      next: ['making.advanced', 'making.upload', 'making.failed'],
    },
  ],
};
