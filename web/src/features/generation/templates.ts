import type { FormChanges } from './form-sources.ts';

export interface Template {
  name: string;
  changes: FormChanges & { prompt: string };
}

/** Quick starts: a prompt to be finished, with the settings that suit it. */
export const templates: readonly Template[] = [
  {
    name: 'Portrait',
    changes: {
      prompt: 'Portrait of an old man with a beard, weathered face, soft window light',
      mode: 'image',
      style: 'portrait',
      aspect_ratio: 'social_post_4_5',
    },
  },
  {
    name: 'Landscape',
    changes: {
      prompt: 'Wide valley at sunrise, mist between the hills, a river in the distance',
      mode: 'image',
      style: 'landscape',
      aspect_ratio: 'widescreen_16_9',
    },
  },
  {
    name: 'Product shot',
    changes: {
      prompt: 'A ceramic teapot on a plain plinth, studio light, soft shadow',
      mode: 'image',
      style: 'product',
      aspect_ratio: 'square_1_1',
    },
  },
  {
    name: 'T-shirt print',
    changes: {
      prompt: 'Emblem of mountains under a rising sun, two colours, bold outlines',
      mode: 'tshirt',
      style: 'artistic',
    },
  },
  {
    name: 'Poster',
    changes: {
      prompt: 'Travel poster of a coast with a lighthouse, flat shapes, few colours',
      mode: 'poster',
      style: 'artistic',
      aspect_ratio: 'traditional_3_4',
    },
  },
  {
    name: 'Phone wallpaper',
    changes: {
      prompt: 'Flowing ribbons of teal and amber, quiet, plenty of room',
      mode: 'image',
      style: 'auto',
      aspect_ratio: 'smartphone_vertical_9_20',
    },
  },
  {
    name: 'Building',
    changes: {
      prompt: 'A glass house by the water, late afternoon',
      mode: 'image',
      style: 'architecture',
      aspect_ratio: 'standard_3_2',
    },
  },
];
