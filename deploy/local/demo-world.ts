import type { SubscribedTier } from '@easel/contracts/account/policy';

interface DemoImage {
  prompt: string;
  aspect_ratio: string;
  seed: number;
  style?: string;
  isTshirtDesign?: boolean;
  /** It is shown to everyone. */
  isPublic?: boolean;
}

export interface DemoMember {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  password: string;
  /** Shown under their user name. */
  isShown?: boolean;
  /** The prompt of a public image of theirs. */
  avatar?: string;
  /** Each costs five credits; a new member's allowance pays for ten. */
  images: readonly DemoImage[];
  /** What the member subscribed to, by the month. */
  plan?: SubscribedTier;
  /** Paid into the wallet. */
  topUpDollars?: number;
  purchases?: readonly DemoPurchase[];
  /** Asked for by one call, once all else is paid. */
  batch?: readonly DemoImage[];
  collection?: DemoCollection;
}

interface DemoPurchase {
  /** Of another's public image. */
  prompt: string;
  size: '1K' | '2K';
  method: 'credits' | 'dollars';
}

interface DemoCollection {
  name: string;
  /** Of images of their own. */
  prompts: readonly string[];
}

/** Passwords here are public, which is why the demo world is only ever on loopback. */
const password = 'easel-demo';

export const demoMembers: readonly [DemoMember, ...DemoMember[]] = [
  {
    firstName: 'Mira',
    lastName: 'Demo',
    username: 'mira',
    email: 'mira@easel.local',
    password,
    isShown: true,
    avatar: 'A wolf howling under a full moon',
    collection: {
      name: 'Quiet landscapes',
      prompts: ['Misty mountains over a still lake', 'Autumn forest under the moon'],
    },
    images: [
      { prompt: 'Misty mountains over a still lake', aspect_ratio: '16:9', seed: 11, isPublic: true },
      { prompt: 'A wolf howling under a full moon', aspect_ratio: '4:5', seed: 42, isPublic: true },
      { prompt: 'Abstract flow of ribbons in teal and coral', aspect_ratio: '1:1', seed: 23 },
      { prompt: 'Autumn forest under the moon', aspect_ratio: '3:2', seed: 5, isPublic: true },
      { prompt: 'Poster that says "less but better"', aspect_ratio: '2:3', seed: 8 },
      { prompt: 'Watercolour roses and ferns on old paper', aspect_ratio: '3:4', seed: 77, isPublic: true },
      { prompt: 'A lighthouse on a cliff at sunset', aspect_ratio: '3:2', seed: 124, isPublic: true },
    ],
  },
  {
    firstName: 'Jonas',
    lastName: 'Demo',
    username: 'jonas',
    email: 'jonas@easel.local',
    password,
    isShown: true,
    avatar: 'Badge of a mountain and the sun',
    plan: 'creator',
    purchases: [{ prompt: 'A stag on a misty hill', size: '2K', method: 'credits' }],
    batch: [
      { prompt: 'A lighthouse on a cliff at dawn', aspect_ratio: '3:2', seed: 71 },
      { prompt: 'A lighthouse on a cliff in a storm', aspect_ratio: '3:2', seed: 72 },
      { prompt: 'A lighthouse on a cliff under the stars', aspect_ratio: '3:2', seed: 73 },
    ],
    collection: {
      name: 'By the water',
      prompts: ['City skyline by the water at night', 'Sailing boat on a calm sea'],
    },
    images: [
      { prompt: 'City skyline by the water at night', aspect_ratio: '16:9', seed: 3, isPublic: true },
      { prompt: 'A ringed planet above a violet nebula', aspect_ratio: '1:1', seed: 19, isPublic: true },
      { prompt: 'Sailing boat on a calm sea', aspect_ratio: '3:2', seed: 31, isPublic: true },
      {
        prompt: 'Badge of a mountain and the sun',
        aspect_ratio: '1:1',
        seed: 6,
        isTshirtDesign: true,
        isPublic: true,
      },
      { prompt: 'Bauhaus composition of circles and arcs', aspect_ratio: '3:4', seed: 14, isPublic: true },
      { prompt: 'A dragon above the mountains at night', aspect_ratio: '3:2', seed: 115, isPublic: true },
      { prompt: 'Poster that says "summer sailing competition"', aspect_ratio: '2:3', seed: 121, isPublic: true },
    ],
  },
  {
    firstName: 'Aiko',
    lastName: 'Demo',
    username: 'aiko',
    email: 'aiko@easel.local',
    password,
    topUpDollars: 25,
    purchases: [{ prompt: 'City skyline by the water at night', size: '1K', method: 'dollars' }],
    images: [
      { prompt: 'Japanese wave pattern in blue', aspect_ratio: '1:1', seed: 27, isPublic: true },
      {
        prompt: 'Portrait of a woman at golden hour',
        aspect_ratio: '4:5',
        seed: 9,
        style: 'portrait',
        isPublic: true,
      },
      { prompt: 'A stag on a misty hill', aspect_ratio: '2:3', seed: 50, isPublic: true },
      { prompt: 'Desert dunes in the morning', aspect_ratio: '21:9', seed: 64, isPublic: true },
      { prompt: 'A vintage car in the desert', aspect_ratio: '3:2', seed: 117, isPublic: true },
      { prompt: 'A modern house by a lake', aspect_ratio: '3:2', seed: 119, isPublic: true },
    ],
  },
];
