import type { KeyboardEvent } from 'react';

/** Marks what the arrow keys move between. */
export const TILE = { 'data-tile': '' } as const;

const directions = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const;

/** Arrow keys move the focus between the tiles of a grid: along the row by their order, across rows to the nearest. */
export function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const direction = directions[event.key as keyof typeof directions];
  const from = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-tile]') : null;
  if (!direction || !from || from !== event.target) return;
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tile]')];
  const [along, across] = direction;
  const next = along ? tiles[tiles.indexOf(from) + along] : nearest(from, tiles, across);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** The tile in the next row whose middle is closest; rows begin at the same height. */
function nearest(from: HTMLElement, tiles: readonly HTMLElement[], across: number): HTMLElement | undefined {
  const here = from.getBoundingClientRect();
  const beyond = tiles
    .map((tile) => ({ tile, box: tile.getBoundingClientRect() }))
    .filter(({ box }) => (box.top - here.top) * across > 1);
  const rowTop =
    across > 0 ? Math.min(...beyond.map(({ box }) => box.top)) : Math.max(...beyond.map(({ box }) => box.top));
  const middle = here.left + here.width / 2;
  const distance = (box: DOMRect) => Math.abs(box.left + box.width / 2 - middle);
  return beyond
    .filter(({ box }) => Math.abs(box.top - rowTop) < 1)
    .toSorted((a, b) => distance(a.box) - distance(b.box))[0]?.tile;
}
