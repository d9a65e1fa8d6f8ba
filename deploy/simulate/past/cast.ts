import type { DemoMessage } from '../../local/demo-console.ts';

export interface Person {
  firstName: string;
  lastName: string;
  username: string;
  email: string;
  password: string;
}

export interface Picture {
  prompt: string;
  aspect_ratio: string;
  seed: number;
  style?: string;
  isTshirtDesign?: boolean;
  isPublic?: boolean;
  /** 1k where absent. */
  resolution?: '4k';
  output_format?: 'jpg';
}

export const named = (name: string): Person => {
  const [firstName = '', lastName = ''] = name.split(' ');
  const username = firstName.toLowerCase();
  return { firstName, lastName, username, email: `${username}@easel.local`, password: 'easel-demo' };
};

/** Those who come to the site in ninety days, in this order, beside those of the demo world. */
export const newcomers: readonly Person[] = [
  'Lena Vogel',
  'Omar Haddad',
  'Priya Nair',
  'Tomas Novak',
  'Ingrid Solberg',
  'Mateo Rojas',
  'Yuki Tanaka',
  'Chiara Conti',
  'Kwame Mensah',
  'Elise Laurent',
  'Ravi Kapoor',
  'Nadia Petrova',
  'Bruno Costa',
  'Freya Lindqvist',
  'Samir Aziz',
  'Hanna Kowalska',
  'Diego Castro',
  'Amara Okafor',
  'Felix Brandt',
  'Zoe Papadaki',
  'Noah Bakker',
  'Leila Rahimi',
  'Viktor Horvat',
  'Maya Cohen',
].map(named);

/** Few, and each with one seed: what was drawn once is not drawn again. */
export const pictures: readonly Picture[] = [
  { prompt: 'A sailboat in fog at daybreak', aspect_ratio: '16:9', seed: 101 },
  { prompt: 'A sailing boat under a full moon', aspect_ratio: '1:1', seed: 102 },
  { prompt: 'Hills under clouds', aspect_ratio: '3:2', seed: 103 },
  { prompt: 'A fox on a hill at sunset', aspect_ratio: '4:5', seed: 104 },
  { prompt: 'Geometric composition of circles in gold', aspect_ratio: '1:1', seed: 105 },
  { prompt: 'Northern lights above a mountain lake', aspect_ratio: '16:9', seed: 106 },
  { prompt: 'A bouquet of poppies on a dark background', aspect_ratio: '3:2', seed: 107 },
  { prompt: 'An owl on a branch', aspect_ratio: '2:3', seed: 109 },
  { prompt: 'Desert dunes under a clear sky', aspect_ratio: '16:9', seed: 110 },
  { prompt: 'A lighthouse above a calm sea', aspect_ratio: '16:9', seed: 114 },
];

/** What visitors try. */
export const trials: readonly string[] = [
  'a mountain lake with pine trees',
  'a dragon in front of the moon',
  'roses on a dark background',
];

/** Words that find something, and words that find nothing. */
export const searched: readonly string[] = ['forest', 'moon', 'lake', 'city', 'mountain', 'sunset', 'wolf', 'sea'];
export const searchedInVain: readonly string[] = ['unicorn', 'astronaut', 'steam train', 'dachshund', 'viking'];

/** Of whoever writes, beside the messages of the demo world. */
export const writings: readonly Omit<DemoMessage, 'from' | 'triage' | 'reply'>[] = [
  {
    message_type: 'bug',
    subject: 'The public gallery is slow',
    message_content: 'Severity: medium\n\nSince this week the public gallery takes many seconds to show anything.',
    priority: 'medium',
  },
  {
    message_type: 'contact',
    subject: 'May I print what I buy?',
    message_content: 'I bought a picture and would like to hang it in my café. Is that covered?',
    priority: 'normal',
  },
  {
    message_type: 'feature',
    subject: 'Pictures in the format of my phone',
    message_content: 'A ratio of 9:19 would fill the screen of my phone.',
    priority: 'normal',
  },
  {
    message_type: 'contact',
    subject: 'Change of my plan',
    message_content: 'If I change from Starter to Creator in the middle of a month, what am I charged?',
    priority: 'normal',
  },
  {
    message_type: 'bug',
    subject: 'A picture failed',
    message_content: 'Severity: low\n\nMy picture failed twice today. The credits came back, thank you for that.',
    priority: 'normal',
  },
];

export const answers: readonly string[] = [
  'Thank you for writing. That is mended since this morning.',
  'Thank you. Yes: what you buy is yours to print, and to hang wherever you like.',
  'Thank you, we have put it on our list and shall tell you when it is there.',
  'Thank you for asking. You pay the difference for the days that are left, and see the sum before you confirm.',
  'We are sorry about that. The provider was out of order for an hour; whatever failed was not charged.',
];

/** Where visits begin and where they come from, each as often as it stands here. */
export const landings = [
  '/',
  '/',
  '/',
  '/',
  '/public-gallery',
  '/public-gallery',
  '/public-gallery',
  '/image/:id',
  '/image/:id',
  '/pricing',
  '/search',
  '/about',
] as const;

export const referrers: readonly (string | null)[] = [
  null,
  null,
  null,
  'www.google.com',
  'www.google.com',
  'www.google.com',
  'www.bing.com',
  'news.ycombinator.com',
  'www.reddit.com',
  'www.pinterest.com',
];
