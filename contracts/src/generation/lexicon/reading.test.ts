import { expect, test } from 'vitest';
import { askedFor, type Request } from './asked.ts';
import { notUnderstood, readingOf } from './reading.ts';
import { understandingOf } from './understanding.ts';

const request = (prompt: string, over: Partial<Request> = {}): Request => ({
  prompt,
  negativePrompt: '',
  style: 'auto',
  transparent: false,
  ...over,
});
const asks = true;
const goesOn = false;

/** Gives prompts: what is drawn, what in place of what, what is left out, and whether its author is asked first. */
const prompts: readonly (readonly [
  prompt: string,
  drawn: string,
  instead: string,
  missing: string,
  isAsked: boolean,
])[] = [
  ['a modern glass house in a forest', 'house', '', '', goesOn],
  ['an owl reading a book by candlelight', 'owl', '', 'book, candlelight', asks],
  ['a logo for a bakery called Crumb', 'the words, logo', '', 'bakery', goesOn],
  ['two dogs playing in a park', 'one dog, meadow', '', 'playing', goesOn],
  ['a pair of glasses on a table', 'glasses', '', 'table', goesOn],
  ['two glasses of wine', 'wine', '', '', goesOn],
  ['three cats on a windowsill', 'one cat', '', 'windowsill', goesOn],
  ['a cat sleeping on a windowsill', 'cat', '', 'sleeping, windowsill', goesOn],
  ['a bicycle leaning against a brick wall, top view', 'bicycle', '', 'leaning, brick wall, top view', goesOn],
  ['oil painting of a lighthouse at dusk', 'lighthouse, sunset', '', 'oil painting', goesOn],
  ['a cat named Whiskers', 'cat', '', 'whiskers', goesOn],
  ['a lion on the savanna', 'lion', '', '', goesOn],
  ['a zorblax in the snow', 'snow', '', 'zorblax', asks],
  ['a typewriter', '', 'an abstract composition', 'typewriter', asks],
  ['a typewriter and a fox', 'fox', '', 'typewriter', asks],
  ['a hummingbird', '', 'butterfly for hummingbird', '', asks],
  ['a nurse with a cat', 'cat', '', 'nurse', asks],
  ['a red fox in the snow', 'fox, snow', '', '', goesOn],
  ['a fox and an owl', 'fox', '', 'owl', asks],
  ['a fox, a typewriter and a hat', 'fox', '', 'typewriter, hat', asks],
  ['a lake in the morning 0f3a', 'lake, sunrise', '', '', goesOn],
  ['beautiful light', '', 'an abstract composition', '', asks],
  ['a wolf howling at the moon', 'wolf, moon', '', '', goesOn],
  ['puppies in a basket', 'one puppy', '', 'basket', goesOn],
  ['two golden retrievers in the grass', 'one retriever, meadow', '', '', goesOn],
  ['a mountain lake at dawn, mist, reflection', 'mountain, lake, dawn, mist', '', '', goesOn],
  ['a neon city street in the rain', 'city, street, neon, rain', '', '', goesOn],
  ['a sign that says "Open" above a door', 'the words', '', 'sign, door', asks],
  ['poster that says "less but better"', 'the words', '', '', goesOn],
  ['a girl reading a letter', 'girl', '', 'letter', asks],
  ['a woman reading', 'woman', '', 'reading', goesOn],
  ['a neon sign saying open late', 'the words', '', 'sign', asks],
  ['a logo called Nimbus with a cloud', 'the words, logo', '', 'cloud', goesOn],
  ['a cup of coffee', 'coffee', '', '', goesOn],
  ['a glass of water', '', 'an abstract composition', 'water', asks],
  ['a glass of red wine', 'wine', '', '', goesOn],
  ['a horse carousel', 'horse', '', 'carousel', asks],
  ['a fox terrier', 'fox', '', 'terrier', asks],
  ['a coffee shop interior', 'coffee', '', 'shop interior', asks],
  ['a fox jumps over a lazy dog', 'fox', '', 'jumps, lazy dog', goesOn],
  ['a fluffy cat', 'cat', '', 'fluffy', goesOn],
  ['a map of middle earth', 'earth', '', 'map', asks],
  ['Фокс', '', 'an abstract composition', 'фокс', asks],
  ['a samurai warrior in cherry blossoms', 'samurai', '', 'cherry blossoms', goesOn],
  ['a robot holding a flower', 'robot', '', 'flower', asks],
  ['a photo of a sunset over the sea', 'sea, sunset', '', '', goesOn],
  ['seamless pattern of lemons', 'seamless', '', 'lemons', asks],
  ['a bouquet of roses', 'bouquet, roses', '', '', goesOn],
  ['a city made of glass', 'city', '', 'glass', asks],
  ['an astronaut on a horse', 'astronaut on a horse', '', '', goesOn],
  ['a paper boat on a dark pond', 'boat', '', 'paper, pond', goesOn],
  ['a lighthouse by van gogh', 'lighthouse', '', 'van gogh', goesOn],
  ['portrait of a woman in profile at golden hour', 'woman', '', 'profile', goesOn],
  ['a stag in a foggy pine forest', 'stag, mist, forest', '', '', goesOn],
  ['a fire-breathing dragon', 'dragon', '', 'fire breathing', goesOn],
  ['a portrait of a cat wearing a top hat', 'cat', '', 'top hat', asks],
  ['chocolate cake with raspberries', 'cake', '', 'chocolate, raspberries', goesOn],
  ['a tropical beach with palm trees', 'beach', '', '', goesOn],
  ['a vintage map', '', 'an abstract composition', 'map', asks],
  ['snowy mountains reflected in a lake', 'mountains, lake, snowy', '', 'reflected', goesOn],
];

test('reads sixty prompts', () => {
  expect(new Set(prompts.map(([prompt]) => prompt)).size).toBe(60);
});

/** The same of words that were misread. */
const others: typeof prompts = [
  ['a hot dog', '', 'an abstract composition', 'hot dog', asks],
  ['a sea lion', '', 'whale for sea lion', '', asks],
  ['a guinea pig in a meadow', 'meadow', '', 'guinea pig', asks],
  ['a jelly fish', 'jelly fish', '', '', goesOn],
  ['a house of cards', '', 'an abstract composition', 'house of cards', asks],
  ['two women', 'one woman', '', '', goesOn],
  ['five mice', '', 'rabbit for mice', '', asks],
  ['a lake without boats', 'lake', '', '', goesOn],
  ['a city at night, no cars', 'city, night', '', '', goesOn],
  ['no people, an empty street', 'street', '', 'empty', goesOn],
  ['a beach without people', 'beach', '', '', goesOn],
  ['a cat seen from above', 'cat', '', 'from above', goesOn],
  ['a castle from above the clouds', 'castle', '', 'clouds', goesOn],
  ['a woman and a man', 'woman', '', 'man', asks],
  ['a mosaic fish', 'mosaic', '', 'fish', asks],
];

test.each([...prompts, ...others])('reads %j as %j, %j, without %j', (prompt, drawn, instead, missing, isAsked) => {
  const reading = readingOf(understandingOf(askedFor(request(prompt)), prompt));
  expect({
    drawn: reading.drawn.join(', '),
    instead: reading.instead.join(', '),
    missing: reading.missing.join(', '),
    isAsked: notUnderstood(request(prompt)) !== null,
  }).toEqual({ drawn, instead, missing, isAsked });
});

test('does not ask for a picture that is to bear words, whatever else it shows', () => {
  expect(notUnderstood(request('a poster, quiet', { lettering: 'Open air' }))).toBeNull();
});

test('does not miss what the negative prompt refuses', () => {
  expect(notUnderstood(request('a fox and a typewriter', { negativePrompt: 'typewriter' }))).toBeNull();
});
