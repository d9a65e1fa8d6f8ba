import { expect, test } from 'vitest';
import { fileNameOf } from './content-disposition.ts';

test.each([
  ['attachment; filename="easel-1.png"', 'easel-1.png'],
  ['attachment; filename=easel-1.png', 'easel-1.png'],
  ['attachment; filename="a \\"quoted\\" name.png"', 'a "quoted" name.png'],
  [`attachment; filename="fox.png"; filename*=UTF-8''f%C3%BCchse.png`, 'füchse.png'],
  [`attachment; filename*=utf-8'en'caf%C3%A9.png; filename="cafe.png"`, 'café.png'],
  [`attachment; filename="fallback.png"; filename*=UTF-8''%E0%A4`, 'fallback.png'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  [`attachment; filename*=UTF-8''..%5C..%5Cboot.ini`, 'boot.ini'],
  [`attachment; filename*=UTF-8''a%0D%0Ab.png`, 'ab.png'],
])('%s proposes %s', (header, name) => {
  expect(fileNameOf(header)).toBe(name);
});

test.each([null, '', 'attachment', 'inline; filename=""', 'attachment; filename=".."', 'attachment; filename="a/"'])(
  '%j proposes none',
  (header) => {
    expect(fileNameOf(header)).toBeUndefined();
  },
);
