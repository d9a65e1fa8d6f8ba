import { hex } from '../drawing/colour.ts';
import type { Palette } from '../drawing/palette.ts';

/**
 * What its words speak of: an hour and its sky, a place and its land, a manner of colouring that rules both, or one
 * colour of the inks.
 */
export type PaletteKind = 'hour' | 'place' | 'manner' | 'colour';

export interface NamedPalette extends Palette {
  readonly kind: PaletteKind;
  /** Any of them in a prompt asks for it. */
  readonly words: readonly string[];
}

interface Codes {
  sky: readonly [string, string, string, string];
  light: string;
  land: readonly [string, string];
  water: string;
  ground: string;
  inks: readonly [string, string, string, string, string, string];
  night?: boolean;
}

function palette(name: string, kind: PaletteKind, words: string, codes: Codes): NamedPalette {
  const [a, b, c, d, e, f] = codes.inks;
  const [zenith, upper, lower, horizon] = codes.sky;
  return {
    name,
    kind,
    words: words.split(' '),
    sky: [hex(zenith), hex(upper), hex(lower), hex(horizon)],
    light: hex(codes.light),
    land: [hex(codes.land[0]), hex(codes.land[1])],
    water: hex(codes.water),
    ground: hex(codes.ground),
    inks: [hex(a), hex(b), hex(c), hex(d), hex(e), hex(f)],
    night: codes.night ?? false,
  };
}

export const palettes: readonly [NamedPalette, ...NamedPalette[]] = [
  palette('day', 'hour', 'day daylight noon midday sunny clear bright morning', {
    sky: ['#1d5a9f', '#4f93cf', '#9fcbe6', '#e4eff0'],
    light: '#fff4d6',
    land: ['#16301f', '#6c9158'],
    water: '#1e6a8a',
    ground: '#f2efe6',
    inks: ['#1d5a9f', '#4f93cf', '#f0b84a', '#6c9158', '#e4735a', '#12324f'],
  }),
  palette('dawn', 'hour', 'dawn sunrise daybreak early', {
    sky: ['#31437a', '#7f77ad', '#eaa9a6', '#ffdcb4'],
    light: '#ffe6c0',
    land: ['#1b2138', '#67658f'],
    water: '#5f6f9c',
    ground: '#f6e8de',
    inks: ['#31437a', '#7f77ad', '#dc8c98', '#f5bda0', '#5f8fb0', '#22284a'],
  }),
  palette('sunset', 'hour', 'sunset sundown evening crimson', {
    sky: ['#2a2458', '#86366f', '#e8674b', '#ffc76a'],
    light: '#ffe2a0',
    land: ['#150e20', '#7a3a50'],
    water: '#5a2f5c',
    ground: '#241a35',
    inks: ['#ffc76a', '#f28a4b', '#e8574b', '#b03a6b', '#5a2c70', '#ffe9c4'],
  }),
  palette('golden', 'hour', 'golden honey amber warm afternoon summer harvest wheat', {
    sky: ['#4a7ba3', '#9fb3a8', '#eecb8c', '#ffe7ae'],
    light: '#fff0c4',
    land: ['#2b2413', '#a98b45'],
    water: '#7f8f7c',
    ground: '#f6ecd4',
    inks: ['#c88a2e', '#e8b85a', '#8a5a24', '#4a7ba3', '#b8553a', '#3a2c18'],
  }),
  palette('dusk', 'hour', 'dusk twilight gloaming violet purple lilac', {
    sky: ['#12173c', '#333a78', '#83629c', '#eeb099'],
    light: '#ffe9d8',
    land: ['#0b0d1e', '#4a4674'],
    water: '#3c4478',
    ground: '#1a1a38',
    inks: ['#eeb099', '#c184ab', '#83629c', '#4b4f97', '#7fa3d6', '#f6dcd0'],
  }),
  palette('night', 'hour', 'night midnight moon moonlight moonlit starry star dark nocturne nocturnal', {
    sky: ['#050a1c', '#0a1838', '#16345f', '#3b6486'],
    light: '#e6edff',
    land: ['#03060e', '#1d3450'],
    water: '#12304f',
    ground: '#070c1c',
    inks: ['#e6edff', '#8fb4e0', '#4a7fb8', '#27508a', '#f0d9a0', '#16345f'],
    night: true,
  }),
  palette('aurora', 'hour', 'aurora borealis northern northernlights polar arctic', {
    sky: ['#040b18', '#08222f', '#0f4148', '#2f7a6d'],
    light: '#d8fff0',
    land: ['#02070c', '#174046'],
    water: '#0d3a44',
    ground: '#06131c',
    inks: ['#7dffc4', '#35d69b', '#1d8f8a', '#8a6bff', '#d58bff', '#d8fff0'],
    night: true,
  }),
  palette('storm', 'hour', 'storm stormy thunder lightning rain rainy tempest dramatic moody gloomy', {
    sky: ['#1c232c', '#3a4754', '#6c7b84', '#c2c4b6'],
    light: '#f3ecd6',
    land: ['#0d1214', '#47544f'],
    water: '#2c3c44',
    ground: '#1d252d',
    inks: ['#c2c4b6', '#8c9aa0', '#56656f', '#2f3c48', '#d0a55c', '#e9e4d4'],
  }),
  palette('mist', 'hour', 'mist misty fog foggy haze hazy calm quiet serene peaceful zen soft', {
    sky: ['#8ea6ab', '#b2c4c3', '#d6ddd5', '#f1ece0'],
    light: '#fffaf0',
    land: ['#22332f', '#8ba19a'],
    water: '#9db3b2',
    ground: '#eeece3',
    inks: ['#22332f', '#58736d', '#8ea6ab', '#c8a98a', '#d6ddd5', '#3f5a66'],
  }),
  palette('ocean', 'place', 'ocean sea coast coastal beach wave waves marine underwater water lake river blue azure', {
    sky: ['#1b5f96', '#4fa0c6', '#a5d6de', '#eaf5ec'],
    light: '#fff6dc',
    land: ['#0e2a36', '#4f8078'],
    water: '#0f6a86',
    ground: '#eaf3f0',
    inks: ['#0b3c5d', '#12738f', '#3fa7b5', '#9ad7d0', '#f2c879', '#f27d5e'],
  }),
  palette(
    'forest',
    'place',
    'forest woods woodland jungle moss mossy fern pine tree trees green emerald leaf leaves nature',
    {
      sky: ['#4f7f86', '#8fb0a0', '#cfd9b4', '#f2efd0'],
      light: '#fff5cc',
      land: ['#0c1f16', '#4c7a4a'],
      water: '#2f6a5a',
      ground: '#eef0df',
      inks: ['#0f2f22', '#2a5a3c', '#5a8f4f', '#a9b860', '#d9a648', '#7a4a2a'],
    },
  ),
  palette('autumn', 'place', 'autumn fall october november maple rust rustic pumpkin', {
    sky: ['#5a7d94', '#a3ada4', '#e6c89a', '#f8e3bd'],
    light: '#ffefc8',
    land: ['#2a150c', '#b05a26'],
    water: '#6f6a58',
    ground: '#f5e9d3',
    inks: ['#7a2a14', '#b8481c', '#de7f26', '#f0b545', '#5a5a2c', '#3a2016'],
  }),
  palette('winter', 'place', 'winter snow snowy ice icy frost frozen glacier december january cold alpine', {
    sky: ['#4a78a8', '#8fb2d0', '#ccdde8', '#f6f1ec'],
    light: '#fff6e8',
    land: ['#1b2c40', '#8ea8c0'],
    water: '#5b8aa8',
    ground: '#eef4f7',
    inks: ['#1b3a5c', '#4a78a8', '#8fb8d6', '#cfe2ec', '#e8a88c', '#7a6aa0'],
  }),
  palette('desert', 'place', 'desert dune dunes sand sahara canyon mesa arid savanna clay terracotta', {
    sky: ['#3f7ba6', '#93b6bd', '#f0cfa0', '#fbe3bf'],
    light: '#fff1cf',
    land: ['#3f1d12', '#c9814a'],
    water: '#7a8a84',
    ground: '#f6e6d0',
    inks: ['#7a2f1c', '#b8562f', '#dd8f52', '#f0c48a', '#3f6f86', '#3a1d16'],
  }),
  palette(
    'spring',
    'place',
    'spring blossom blossoms cherry sakura flower flowers floral bloom april may garden rose pink lavender',
    {
      sky: ['#6f9fcb', '#a9c6e0', '#f3d3dc', '#fff0ea'],
      light: '#fff8ea',
      land: ['#23402c', '#8fb070'],
      water: '#86b0bc',
      ground: '#fdf0ee',
      inks: ['#d9668a', '#f2a3b8', '#f9d0d4', '#86a85f', '#4a6f8f', '#6b2f4a'],
    },
  ),
  palette('tropical', 'place', 'tropical tropics island palm paradise lagoon caribbean exotic parrot turquoise teal', {
    sky: ['#0f78b0', '#3fb3cf', '#a9e6d8', '#fff0c8'],
    light: '#fff3c4',
    land: ['#0b2c22', '#3f9a5a'],
    water: '#0a9aa6',
    ground: '#fff5de',
    inks: ['#00707f', '#12b0a8', '#7fdcc0', '#ffc857', '#ff7a59', '#e8417a'],
  }),
  palette('volcano', 'hour', 'volcano lava magma fire fiery flame flames ember embers inferno dragon hell', {
    sky: ['#12080c', '#3a0f14', '#8f2a14', '#f2812a'],
    light: '#ffd27a',
    land: ['#080406', '#4a1a16'],
    water: '#5a1c14',
    ground: '#14080a',
    inks: ['#ffd27a', '#ff9a2e', '#f2541b', '#b8201a', '#5f0f1c', '#fff0cc'],
    night: true,
  }),
  palette(
    'neon',
    'manner',
    'neon cyberpunk synthwave vaporwave retrowave electric glow glowing laser futuristic rave',
    {
      sky: ['#0c0628', '#2c0a5a', '#9a1b8f', '#ff5fa2'],
      light: '#ffd9f2',
      land: ['#070314', '#34186a'],
      water: '#2b1a7a',
      ground: '#0a0520',
      inks: ['#ff3fa4', '#b13bff', '#3d5bff', '#00d9ff', '#25ffb0', '#ffe14a'],
      night: true,
    },
  ),
  palette(
    'pastel',
    'manner',
    'pastel candy dreamy gentle delicate cute kawaii whimsical fairy unicorn watercolor watercolour',
    {
      sky: ['#a9c3ea', '#c8c6ee', '#f2cfe0', '#fff0dc'],
      light: '#fffaf0',
      land: ['#6f7aa8', '#b8c8c4'],
      water: '#b4d2e0',
      ground: '#fdf6f0',
      inks: ['#a9c3ea', '#c8b4e6', '#f4b6cc', '#ffd6ae', '#b8dcc4', '#8f8fc0'],
    },
  ),
  palette('ink', 'manner', 'monochrome grayscale greyscale noir ink sumi charcoal minimal minimalist minimalism', {
    sky: ['#3c4043', '#8b8f90', '#c9cac6', '#efece4'],
    light: '#fffdf6',
    land: ['#0d0e10', '#6f7272'],
    water: '#6f7678',
    ground: '#f0ece2',
    inks: ['#0f1012', '#2d2f33', '#5c5f63', '#94979a', '#c6c5c0', '#9a2a22'],
  }),
  palette('gilded', 'manner', 'gold gilded luxury luxurious royal baroque ornate elegant brass jewel', {
    sky: ['#0c1420', '#1d2a3a', '#5a5240', '#d8b36a'],
    light: '#ffe7ae',
    land: ['#080b10', '#3f3a2c'],
    water: '#22303a',
    ground: '#0e141d',
    inks: ['#f2d08a', '#c99a45', '#8a6226', '#f7ecd0', '#1f5a5f', '#3a1f3f'],
  }),
  palette(
    'cosmos',
    'manner',
    'cosmos cosmic galaxy nebula space universe astral celestial planet interstellar mystic mystical magic magical',
    {
      sky: ['#04030f', '#120d36', '#3a1d6a', '#a04a8f'],
      light: '#f4e6ff',
      land: ['#03020a', '#281b4a'],
      water: '#1d1a4a',
      ground: '#060414',
      inks: ['#f4c6ff', '#b06be8', '#5a4fe0', '#2f8fe8', '#ff7aa8', '#ffd8a0'],
      night: true,
    },
  ),
  palette('vintage', 'manner', 'vintage retro nostalgic nostalgia antique sepia seventies old faded poster', {
    sky: ['#3f7f83', '#8fb5a5', '#ecd9a8', '#f6e6c0'],
    light: '#fdf0cc',
    land: ['#33241c', '#b0673a'],
    water: '#4f8a86',
    ground: '#f3e6c8',
    inks: ['#264653', '#2a9d8f', '#e9c46a', '#f4a261', '#d1543a', '#5f3a2c'],
  }),
];

/** Colours named outright. They rule the inks alone, and never come by chance: a red fox stands in a green wood. */
export const colourPalettes: readonly NamedPalette[] = [
  palette('red', 'colour', 'red scarlet ruby vermilion burgundy', {
    sky: ['#5a1420', '#a8323a', '#e88a70', '#f8dcc4'],
    light: '#fff0dc',
    land: ['#2a0c12', '#8f3a34'],
    water: '#7a2a34',
    ground: '#f5e9da',
    inks: ['#c8202f', '#e2553f', '#7a1224', '#f2b59a', '#23161a', '#e9c9a0'],
  }),
  palette('yellow', 'colour', 'yellow lemon mustard ochre', {
    sky: ['#c88a1c', '#eab535', '#f6d878', '#fdf3cf'],
    light: '#fff8dc',
    land: ['#3a2c10', '#c29a3a'],
    water: '#8f8a5a',
    ground: '#fbf3dc',
    inks: ['#f2b61c', '#d98e14', '#2b2a2e', '#f7d768', '#7a5a24', '#e36f2c'],
  }),
  palette('orange', 'colour', 'orange tangerine apricot coral peach', {
    sky: ['#a8481c', '#e8793a', '#f7b583', '#fdead3'],
    light: '#fff2dc',
    land: ['#34170c', '#b8602c'],
    water: '#8a5a44',
    ground: '#fbefe0',
    inks: ['#ee6c2b', '#f79d5c', '#c2461a', '#1f3a48', '#f9cfa6', '#5f8f8c'],
  }),
  palette('black', 'colour', 'black onyx ebony', {
    sky: ['#0b0c0f', '#1c1e23', '#3a3d44', '#8a8c90'],
    light: '#f4f0e6',
    land: ['#060709', '#2e3138'],
    water: '#23262c',
    ground: '#111216',
    inks: ['#f2eee2', '#c9c4b6', '#8f8b82', '#d2a545', '#b8402f', '#5c5f66'],
  }),
  palette('brown', 'colour', 'brown coffee chocolate beige caramel leather', {
    sky: ['#6a4a34', '#a8835f', '#d9bd98', '#f3e6d2'],
    light: '#fff3df',
    land: ['#21150e', '#7a5a3e'],
    water: '#6f6252',
    ground: '#f4eadb',
    inks: ['#4a2c1c', '#8a5a38', '#c08f5f', '#e0c29a', '#2a1c16', '#a8642f'],
  }),
];
