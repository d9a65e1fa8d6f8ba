import { brand } from '@easel/contracts/brand';

const NOON = 12;
const EVENING = 17;
/** Entries of the history up to which somebody is new here, and above which somebody is known. */
const NEW_UP_TO = 2;
const KNOWN_ABOVE = 5;

/** spec: public-and-commerce §9 "Nova and interface"; spec: rulings "Nova's users": in between it is neutral. */
export function greetingOf(now: Date, earlier: number): string {
  const hour = now.getHours();
  const hello = hour < NOON ? 'Good morning' : hour < EVENING ? 'Good afternoon' : 'Good evening';
  if (earlier <= NEW_UP_TO) {
    return `${hello}! I am Nova, the automated assistant of ${brand.name}. Ask me about making pictures, plans and credits, prints, challenges or your account.`;
  }
  if (earlier > KNOWN_ABOVE) return `${hello}, welcome back! What would you like to know today?`;
  return `${hello}! What would you like to know?`;
}

/** What is offered before anything is asked. */
export const firstSuggestions: readonly string[] = [
  'How do I make an image?',
  'How many credits do I have?',
  'What do the plans cost?',
  'What are the design challenges?',
];
