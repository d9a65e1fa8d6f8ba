import { create } from 'content-disposition';
import { expect, test } from 'vitest';
import { fileNameOf, fileNamesOf } from './file-name.ts';

const id = '11111111-1111-4111-8111-111111111111';

test('a file is named after its prompt, its id and its number', () => {
  expect(fileNameOf({ prompt: 'A red fox, in snow!', id, index: 0, format: 'png' })).toBe(
    'easel-A-red-fox-in-snow-11111111.png',
  );
  expect(fileNameOf({ prompt: 'fox', id, index: 2, format: 'jpg' })).toBe('easel-fox-11111111-3.jpg');
  expect(fileNameOf({ prompt: '!!!', id, index: 0, format: 'png' })).toBe('easel-11111111.png');
});

test('nothing in a prompt breaks the header that carries the name', () => {
  const header = create(
    fileNameOf({ prompt: 'x"\r\nSet-Cookie: a=b; ../../etc \u0000 лиса', id, index: 0, format: 'png' }),
  );
  expect(header).toMatch(/^attachment; filename="[\w .?-]+\.png"; filename\*=UTF-8''[\w%.-]+$/);
});

test('cuts a name between characters, so that a header can hold it', () => {
  const named = (prompt: string) => fileNameOf({ prompt, id, index: 0, format: 'png' });
  for (const last of ['𝐁', '𠮷', 'x\u0301']) {
    const name = named(`${'a'.repeat(29)}${last}z`);
    expect(name).toBe(`easel-${'a'.repeat(29)}-11111111.png`);
    expect(create(name)).toMatch(/^attachment/);
  }
  expect(named(`${'a'.repeat(28)}𠮷z`)).toBe(`easel-${'a'.repeat(28)}𠮷-11111111.png`);
});

test('files that lie in one folder have names of their own, however their accents are written', () => {
  const twin = `${id.slice(0, 8)}-2222-4222-8222-222222222222`;
  const image = (of: string, prompt: string) => ({ prompt, id: of, index: 0, format: 'png' });
  const names = fileNamesOf([image(id, 'İn a Café'), image(twin, 'i\u0307n a cafe\u0301')]);
  expect(names).toEqual(['easel-İn-a-Café-11111111.png', `easel-i\u0307n-a-café-${twin}.png`]);
});

test('files that lie in one folder have names of their own, whatever its letters’ case', () => {
  const twin = `${id.slice(0, 8)}-2222-4222-8222-222222222222`;
  const image = (of: string, prompt: string, index = 0) => ({ prompt, id: of, index, format: 'png' });
  const names = fileNamesOf([image(id, 'Fox'), image(id, 'Fox', 1), image(twin, 'fox'), image(twin, 'owl')]);
  expect(names).toEqual([
    'easel-Fox-11111111.png',
    'easel-Fox-11111111-2.png',
    `easel-fox-${twin}.png`,
    'easel-owl-11111111.png',
  ]);
});
