import {
  aspectRatios,
  BATCH_MAX,
  imageCounts,
  LETTERING_MAX,
  models,
  posterRatios,
  PROMPT_MAX,
  rendersAtOnce,
  resolutions,
  sizeOf,
  STUDIO_DAYS,
  styles,
} from '@easel/contracts/generation/policy';
import { PRESETS_MAX } from '@easel/contracts/members/policy';
import { capitalised, formatNumber } from '../../../lib/figures.ts';
import type { Topic } from '../entry.ts';
import { either, lines, listed, paragraphs } from '../say.ts';

const wideAndSquare = (resolution: (typeof resolutions)[number]): string => {
  const wide = sizeOf('widescreen_16_9', resolution);
  const square = sizeOf('square_1_1', resolution);
  return `${resolution.toUpperCase()}: ${wide.width} × ${wide.height} pixels for a wide picture, ${square.width} × ${square.height} for a square`;
};
const ratioText = (key: keyof typeof aspectRatios): string => `${aspectRatios[key].width}:${aspectRatios[key].height}`;

/** How pictures are made in the studio. */
export const making: Topic = {
  area: 'ai-generation',
  entries: [
    {
      id: 'making.start',
      title: 'How do I make an image?',
      phrases: [
        'make my first image',
        'how to generate a picture',
        'where do i start',
        'get a picture',
        'first steps of a new member',
        'open the creative studio',
        'begin generating',
        'how does the studio work',
        'turn words into pictures',
        'getting started tutorial',
      ],
      answer: () =>
        'Open the Creative Studio, describe what you want to see, choose shape, size and number of images, and press Generate. The price is shown before. Templates, under the prompt, give you a start; the finished pictures wait in your gallery.',
      links: ['/generator'],
      next: ['making.prompt', 'credits.image-price', 'making.sizes'],
    },
    {
      id: 'making.prompt',
      title: 'How do I write a good prompt?',
      phrases: [
        'prompt tips',
        'better prompt',
        'write prompts',
        'what should i describe',
        'prompt examples',
        'improve results',
        'prompt length characters',
        'dull boring pictures',
        'advice for wording',
        'maximum number of characters',
        'inspiration ideas templates',
      ],
      answer: () =>
        `Say what is to be seen: the subject first, then place, light and colors. Say what should not be there in the negative prompt, under Advanced. Enhance, under the prompt, adds what it leaves open and shows you the words first. A prompt has up to ${formatNumber(PROMPT_MAX)} characters.`,
      links: ['/generator'],
      next: ['making.enhance', 'making.negative', 'making.not-understood'],
    },
    {
      id: 'making.enhance',
      title: 'What does Enhance do?',
      phrases: [
        'enhance prompt',
        'enhance button',
        'improve my prompt automatically',
        'magic prompt',
        'write the prompt out',
      ],
      answer: () =>
        'Enhance says what your prompt leaves open: where, in what weather, in what light. You see the words before they are used, and can take them, ask for others, or keep yours.',
      links: ['/generator'],
      next: ['making.prompt', 'making.negative'],
    },
    {
      id: 'making.negative',
      title: 'What is a negative prompt?',
      phrases: [
        'negative prompt',
        'exclude things from the image',
        'keep something out of the picture',
        'unwanted objects',
        'avoid elements',
        'leave people out',
        'picture without people',
        'stop it from drawing something',
        'keep text out of the picture',
      ],
      answer: () =>
        'The negative prompt, under Advanced in the studio, names what should not be in the picture, for example people or text. Where the picture’s provider takes none, the field is grey.',
      links: ['/generator'],
      next: ['making.prompt', 'making.seed'],
    },
    {
      id: 'making.seed',
      title: 'What is a seed?',
      phrases: [
        'seed number',
        'same image again',
        'reproduce a picture exactly',
        'get the same image again',
        'random seed',
        'repeat the result',
        'exactly the same picture twice',
        'roll a new seed',
      ],
      answer: () =>
        'The same seed with the same settings makes the same image again. Where the picture’s provider has no seeds, the field is grey. Left empty, chance picks one. You find it under Advanced; under a picture, More has “Use seed”.',
      links: ['/generator'],
      next: ['making.reuse', 'making.variant'],
    },
    {
      id: 'making.models',
      title: 'Which models and styles are there?',
      phrases: [
        'available models',
        'which ai model',
        'choose a style',
        'photorealistic style',
        'anime style',
        'realism fluid zen',
        'difference between models',
        'cinematic artistic portrait landscape architecture',
        'list of styles',
      ],
      answer: () =>
        paragraphs(
          `Models: ${listed(models.map((one) => capitalised(one.replaceAll('_', ' '))))}. The studio says beside each what it is: a manner of the built-in renderer, or who makes its pictures.`,
          `Styles: ${listed(styles.filter((one) => one !== 'auto'))}.`,
        ),
      links: ['/generator'],
      next: ['making.advanced', 'making.prompt'],
    },
    {
      id: 'making.sizes',
      title: 'In which sizes are images made?',
      phrases: [
        'image size in pixels',
        'resolution options',
        'how many pixels is 4k',
        'make 4k',
        'make 8k image',
        'width and height',
        'what is 1k 2k',
        'pixel dimensions of a square',
        'largest picture that can be generated',
      ],
      answer({ size }) {
        const resolution = resolutions.find((one) => one.toUpperCase() === size);
        if (resolution) return `${wideAndSquare(resolution)}.`;
        const how = `Images are made at ${either(resolutions.map((one) => one.toUpperCase()))}.`;
        if (size)
          return `${how} ${size} is not made directly; a file can be downloaded one size larger than the picture, enlarged, as far as your plan goes.`;
        return paragraphs(how, lines(resolutions.map(wideAndSquare)));
      },
      links: ['/generator'],
      next: ['credits.image-price', 'downloads.enlarged', 'making.ratios'],
    },
    {
      id: 'making.ratios',
      title: 'Which shapes are there?',
      phrases: [
        'aspect ratio',
        'widescreen 16:9',
        'vertical for instagram story',
        'portrait or landscape orientation',
        'shape of the picture',
        'square picture',
        'phone wallpaper format',
        'banner ultrawide 21:9',
        'ratios supported',
      ],
      answer: () =>
        `There are ${Object.keys(aspectRatios).length}: ${listed(Object.keys(aspectRatios).map((key) => ratioText(key as keyof typeof aspectRatios)))}. The studio draws each as a shape.`,
      links: ['/generator'],
      next: ['making.modes', 'making.sizes'],
    },
    {
      id: 'making.modes',
      title: 'What do the T-shirt and poster modes do?',
      phrases: [
        't-shirt mode',
        'poster mode',
        'made for shirt',
        'transparent background picture',
        'design for a t-shirt',
        'poster shapes',
        'which ratios for a poster',
      ],
      answer: () =>
        `T-shirt mode makes a square picture with a transparent background. In Poster mode you choose one of these shapes: ${listed(posterRatios.map(ratioText))}.`,
      links: ['/generator'],
      next: ['challenges.requirements', 'prints.products'],
    },
    {
      id: 'making.count',
      title: 'How many images can I make at once?',
      phrases: [
        'make several images at once',
        'batch of prompts',
        'number of images',
        'multiple prompts',
        'eight pictures in one go',
        'parallel generation',
        'at the same time',
        'one prompt per line',
      ],
      answer({ tier }) {
        const text = `A prompt makes ${either(imageCounts.map(String))} images. Batch takes each line as a prompt of its own, up to ${BATCH_MAX} together. You can order more while others are being made.`;
        if (!tier || tier === 'curator_partner')
          return `${text} How many are drawn at the same time depends on your plan.`;
        return `${text} On this plan ${rendersAtOnce[tier]} can be drawn at the same time.`;
      },
      links: ['/generator'],
      next: ['credits.image-price', 'making.duration', 'credits.limit'],
    },
    {
      id: 'making.duration',
      title: 'How long does an image take?',
      phrases: [
        'how long does generation take',
        'how long until a picture is ready',
        'close the tab while pictures are made',
        'generation speed',
        'waiting time in the queue',
        'still processing',
        'my image is stuck in the queue',
        'can i close the page while it is generating',
        'leave the studio while images are made',
        'time estimate',
        'until my image is finished',
        'position in the queue',
        'closed the browser while it was being made',
        'long to make a picture',
      ],
      answer: () =>
        'The queue in the studio shows position, progress and the time that is left. You can order again, leave the page or close it meanwhile: pictures are finished and wait in your gallery.',
      links: ['/generator', '/your-gallery'],
      next: ['own.running', 'making.failed', 'making.cancel'],
    },
    {
      id: 'making.failed',
      title: 'What if a generation fails?',
      phrases: [
        'generation failed',
        'image was not made',
        'failed picture charged',
        'do i pay for failed images',
        'get credits back for a failed generation',
        'retry failed',
        'try again after an error',
        'lost credits on a failed generation',
      ],
      answer: () =>
        'What fails or is cancelled costs nothing: its credits are released at once. Press Retry beside it in the queue to order it again with the same settings.',
      links: ['/generator', '/statement'],
      next: ['making.cancel', 'support.bug', 'credits.statement'],
    },
    {
      id: 'making.cancel',
      title: 'Can I cancel a generation?',
      phrases: [
        'cancel a running generation',
        'stop generating',
        'abort an image',
        'cancel the queue',
        'stop a picture that is being made',
        'cancel an image that i ordered',
      ],
      answer: () =>
        'Yes: press Cancel beside it in the queue of the studio. What is cancelled costs nothing; images of a batch that are finished already stay and are paid for.',
      links: ['/generator'],
      next: ['making.failed', 'own.running'],
    },
    {
      id: 'making.not-understood',
      title: 'Why does it say that my prompt is not understood?',
      phrases: [
        'prompt not understood',
        'does not draw what i wrote',
        'wrong result',
        'picture does not match my prompt',
        'words ignored in the prompt',
        'my words were not understood',
        'bad quality results',
        'picture does not look like what i asked for',
        'prompt refused',
      ],
      answer: () =>
        'The built-in renderer knows many things, and not all. Before anything is charged, the studio says what of your prompt it can draw, what it would draw instead, and what is missing. Agree, word it differently, or choose another provider where there is one.',
      links: ['/generator'],
      next: ['making.prompt', 'making.enhance'],
    },
    {
      id: 'making.text',
      title: 'Can I have text in my image?',
      phrases: [
        'words in the picture',
        'add lettering',
        'write text on the image',
        'title on a poster',
        'slogan on a shirt',
        'letters in the image',
        'wrong letters in my picture',
      ],
      answer: () =>
        `Yes: put the words in the field for lettering in the studio, up to ${LETTERING_MAX} characters. The built-in renderer sets them as you typed them; other providers paint letters, and may misspell them.`,
      links: ['/generator'],
      next: ['making.modes', 'making.prompt'],
    },
    {
      id: 'making.variant',
      title: 'How do I make a variant?',
      phrases: [
        'create a variant',
        'another version of my image',
        'variation of a picture',
        'similar image new seed',
        'what is a variant',
      ],
      answer: () =>
        'Choose “Create variant” under a picture: another image of the same settings, with a prompt that you may change. It joins the first in your gallery and costs what an image of its size costs.',
      links: ['/your-gallery'],
      next: ['making.like', 'credits.image-price', 'making.reuse'],
    },
    {
      id: 'making.reuse',
      title: 'How do I use the same settings again?',
      phrases: [
        'use these settings again',
        'save a preset',
        'presets',
        'earlier prompts history',
        'prompt history',
        'reuse prompt and settings',
        'keep my favorite settings',
        'use its settings',
        'find an old prompt',
      ],
      answer: () =>
        `“Use its settings” under a picture fills the studio’s form with them. Presets keep settings under a name, up to ${PRESETS_MAX}. Earlier prompts, beside the prompt, has the last ones of this browser.`,
      links: ['/generator'],
      next: ['making.seed', 'making.recent'],
    },
    {
      id: 'making.recent',
      title: 'Where are the pictures that I just made?',
      phrases: [
        'find my new images',
        'picture gone from the studio',
        'cannot find my generated image',
        'pictures disappeared from the studio',
        'recent work in the studio',
        'pictures of the last days',
        'picture from yesterday',
        'where are results stored',
      ],
      answer: () =>
        `The studio shows your work of the last ${STUDIO_DAYS} days. Everything you made is in your gallery, unless you deleted it.`,
      links: ['/your-gallery', '/generator'],
      next: ['gallery.trash', 'gallery.search'],
    },
    {
      id: 'making.advanced',
      title: 'Why are some settings greyed out?',
      phrases: [
        'greyed out settings',
        'disabled options in advanced',
        'safety level',
        'raw mode',
        'creative detailing',
        'engine setting',
        'not used by the built-in renderer',
        'setting has no effect',
      ],
      answer: () =>
        'Not every provider uses every setting. The built-in renderer does not use engine, safety, raw mode, creative detailing and automatic enhancing. Such settings are greyed out, each with the reason, so that you know before you pay.',
      links: ['/generator'],
      next: ['making.provider', 'making.enhance'],
    },
    {
      id: 'making.rules',
      title: 'What may I not make?',
      phrases: [
        'content rules',
        'forbidden images',
        'nsfw adult content',
        'pictures of celebrities',
        'real people likeness',
        'brand logos trademark in prompts',
        'what is not allowed',
        'banned content policy',
      ],
      answer: () =>
        'Nothing that breaks the law, sexualises minors, harasses or demeans people, deceives with real people’s likeness, or uses other people’s works, names or trademarks without the right to. The terms say it in full.',
      links: ['/terms-conditions'],
      next: ['rights.own-images', 'community.report'],
    },
    {
      id: 'making.video',
      title: 'Can I make videos or animations?',
      phrases: ['make a video', 'animated gif', 'animation', '3d model', 'music or sound'],
      answer: () => 'No: only still pictures are made here. If you miss something, request it as a feature.',
      links: ['/report-feature', '/generator'],
      next: ['support.feature', 'making.start'],
    },
  ],
};
