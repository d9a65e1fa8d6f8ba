import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { commandsIn, MOST_CLASSES, twinsAmong } from './twin-commands.ts';

let world: string;
beforeEach(() => {
  world = realpathSync(mkdtempSync(join(tmpdir(), 'easel-twins-')));
  write('contracts/src/gallery/events.ts', `export interface Hung { pictureId: string; wall: string }`);
  write(
    'services/api/src/gallery/hang.decider.ts',
    `import type { Hung } from '../../../../contracts/src/gallery/events.ts';
     export type Hang = { type: 'Hang'; at: Date } & Hung;`,
  );
  write(
    'services/api/src/gallery/gallery.decider.ts',
    `import type { Hang } from './hang.decider.ts';
     type GalleryCommand = Hang | { type: 'TakeDown' | 'Cover'; pictureId: string; memberId: string };
     export const gallery: Decider<object, GalleryCommand, object> = {};`,
  );
});
afterEach(() => rmSync(world, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(world, path)), { recursive: true });
  writeFileSync(join(world, path), text);
}

const plant = (name: string, fields: string): void =>
  write(
    `services/api/src/gallery/${name}.ts`,
    `export class ${name} extends Command<void> { constructor(${fields}) { super(); } }`,
  );

test('no command of the house exists twice', { timeout: 120_000 }, () => {
  const commands = commandsIn(join(fileURLToPath(import.meta.url), '../../../..'));
  expect(twinsAmong(commands)).toEqual([]);
  // It has looked: a type that could not be read has no fields.
  expect(commands.classes.length).toBeGreaterThan(10);
  expect(commands.decided.length).toBeGreaterThan(50);
  expect(commands.decided).toContainEqual({ name: 'TurnSale', fields: ['memberId', 'purchaseId', 'turn'] });
});

test('a class with the name of a decider’s command is caught', () => {
  plant('Cover', 'readonly pictureId: string, readonly cloth: string');
  expect(twinsAmong(commandsIn(world))).toEqual(["Cover is the decider's Cover once more: send that by decide()"]);
});

test.each([
  ['one by one', 'readonly pictureId: string, readonly wall: string, readonly context: object'],
  ['as one thing', 'readonly pictureId: string, readonly place: { wall: string }, readonly at: Date'],
])('a class with all the fields of a decider’s command is caught, %s', (_, fields) => {
  plant('PutUp', fields);
  expect(twinsAmong(commandsIn(world))).toEqual(["PutUp is the decider's Hang once more: send that by decide()"]);
});

test('one that asks for something else, or is only about the same things, is no twin', () => {
  plant('Photograph', 'readonly pictureId: string, readonly lens: string');
  plant('PostLetter', 'readonly pictureId: string, readonly memberId: string');
  expect(twinsAmong(commandsIn(world))).toEqual([]);
});

test('one class more than there may be is caught', () => {
  for (let n = 0; n < MOST_CLASSES; n++) plant(`Errand${n}`, `readonly field${n}: string`);
  expect(twinsAmong(commandsIn(world))).toEqual([]);
  plant('OneMore', 'readonly more: string');
  expect(twinsAmong(commandsIn(world))).toEqual([
    `${MOST_CLASSES + 1} commands are classes, and ${MOST_CLASSES} may be`,
  ]);
});
