import { expect, test } from 'vitest';
import { isMarked, pathText, stateLines } from './state-lines.ts';

const state = { name: 'a', held: { one: [1, 2] }, none: [] };

test('a value is told line by line, as JSON has it', () => {
  const lines = stateLines(state);
  expect(lines.map(({ text, depth }) => '  '.repeat(depth) + text)).toEqual([
    '{',
    '  "name": "a"',
    '  "held": {',
    '    "one": [',
    '      1',
    '      2',
    '    ]',
    '  }',
    '  "none": []',
    '}',
  ]);
  expect(stateLines(7).map(({ text }) => text)).toEqual(['7']);
});

test('what changed is marked with all that lies in it, and nothing beside it', () => {
  const marked = (...changed: (string | number)[][]) =>
    stateLines(state)
      .filter((line) => isMarked(line, changed))
      .map(({ text }) => text);
  expect(marked(['held', 'one', 1])).toEqual(['2']);
  expect(marked(['held', 'one'])).toEqual(['"one": [', '1', '2', ']']);
  expect(marked()).toEqual([]);
  expect(marked(['gone'])).toEqual([]);
});

test('a place is called by the names that lead to it', () => {
  expect(pathText(['held', 'one', 1])).toBe('held › one › 1');
  expect(pathText([])).toBe('The state');
});
