import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

/** The declarations of the first block whose selector ends with this. */
function block(selector: string): Map<string, string> {
  const body = new RegExp(`${selector.replace(/[[\]]/g, '\\$&')} \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return new Map([...body.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]));
}

const palette = block(':root');

function colourOf(theme: Map<string, string>, name: string): string {
  const value = theme.get(name) ?? palette.get(name) ?? '';
  const inner = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return inner ? colourOf(theme, inner) : value;
}

/** WCAG 2: relative luminance of `#rrggbb`. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((from) => {
    const part = Number.parseInt(colour.slice(from, from + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

const surfaces = ['--surface-0', '--surface-1', '--surface-2'];
const text: readonly (readonly [ink: string, on: readonly string[]])[] = [
  ['--ink', surfaces],
  ['--ink-quiet', surfaces],
  ['--accent-text', surfaces],
  ['--danger', surfaces],
  ['--success', surfaces],
  ['--on-accent', ['--accent', '--accent-hover']],
  ['--on-danger', ['--danger']],
];
/** What shows where a control is, and where the focus is. */
const edges = ['--line-strong', '--accent'];

describe.each(["[data-theme='dark']", "[data-theme='light']"])('the colours of %s', (selector) => {
  const theme = block(selector);

  it.each(text.flatMap(([ink, grounds]) => grounds.map((ground) => [ink, ground] as const)))(
    '%s can be read on %s',
    (ink, ground) => {
      expect(contrast(colourOf(theme, ink), colourOf(theme, ground))).toBeGreaterThanOrEqual(4.5);
    },
  );

  it.each(edges.flatMap((edge) => surfaces.map((ground) => [edge, ground] as const)))(
    '%s can be seen on %s',
    (edge, ground) => {
      expect(contrast(colourOf(theme, edge), colourOf(theme, ground))).toBeGreaterThanOrEqual(3);
    },
  );
});
