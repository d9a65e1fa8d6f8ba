export interface JustifyOptions {
  widthPx: number;
  targetHeightPx: number;
  gapPx: number;
  /** A tile is never narrower: a tall picture then fills it, cut at its top and foot. */
  minWidthPx: number;
  /** More pictures follow in a list of their own: the last row fills the width too. */
  closed?: boolean;
}

export interface Tile {
  /** Of the tile; whole pixels. */
  widthPx: number;
  /** Of the picture, and so of the row. */
  heightPx: number;
  /** Of what is seen of the picture, in the middle of its tile: all of it, but where the tile is wider. */
  pictureWidthPx: number;
}

/** A row is never higher than this many times the target: its pictures stand apart instead. */
const TALLEST = 1.4;
/** At least half of a picture is seen: where its tile is wider still, it stands in the middle. */
const WIDEST_CUT = 2;

/**
 * Lays pictures of these ratios (width ÷ height) in rows that fill the width exactly, each as near to the target height
 * as its pictures allow. The last row is as high as the one above it, if it has room to be, and may stay open, unless
 * the list is closed. Widths are whole pixels, so rows never wrap by rounding.
 */
export function justify(ratios: readonly number[], options: JustifyOptions): Tile[] {
  const room: JustifyOptions = { ...options, widthPx: Math.floor(options.widthPx) };
  room.minWidthPx = Math.min(options.minWidthPx, room.widthPx);
  const { widthPx, targetHeightPx } = room;

  const tiles: Tile[] = [];
  let row: number[] = [];
  let abovePx = targetHeightPx;
  const fill = (full: readonly number[], heightPx: number) => {
    abovePx = Math.min(heightPx, targetHeightPx * TALLEST);
    tiles.push(...fullRow(full, abovePx, room));
  };
  for (const ratio of ratios) {
    const longer = [...row, ratio];
    if (widthAt(longer, targetHeightPx, room) < widthPx) {
      row = longer;
      continue;
    }
    // The row is full with this picture or without it, whichever keeps it nearer to the target height.
    const withIt = heightFor(longer, room);
    const without = row.length > 0 ? heightFor(row, room) : 0;
    if (without > 0 && distance(without, targetHeightPx) < distance(withIt, targetHeightPx)) {
      fill(row, without);
      row = [ratio];
      if (widthAt(row, targetHeightPx, room) < widthPx) continue;
      fill(row, heightFor(row, room));
    } else {
      fill(longer, withIt);
    }
    row = [];
  }
  if (row.length === 0) return tiles;
  if (options.closed) fill(row, heightFor(row, room));
  else tiles.push(...openRow(row, widthAt(row, abovePx, room) <= widthPx ? abovePx : targetHeightPx, room));
  return tiles;
}

function openRow(row: readonly number[], heightPx: number, { minWidthPx }: JustifyOptions): Tile[] {
  return row.map((ratio) => {
    const natural = Math.floor(ratio * heightPx);
    return tileOf({ widthPx: Math.max(minWidthPx, natural), heightPx: Math.round(heightPx), ratio });
  });
}

const tileOf = ({ widthPx, heightPx, ratio }: { widthPx: number; heightPx: number; ratio: number }): Tile => ({
  widthPx,
  heightPx,
  pictureWidthPx: Math.min(widthPx, Math.floor(WIDEST_CUT * ratio * heightPx)),
});

function fullRow(row: readonly number[], heightPx: number, room: JustifyOptions): Tile[] {
  const tiles = openRow(row, heightPx, room);
  let leftPx = room.widthPx - room.gapPx * (row.length - 1) - tiles.reduce((sum, tile) => sum + tile.widthPx, 0);
  return tiles.map((tile, index) => {
    const share = Math.ceil(leftPx / (tiles.length - index));
    leftPx -= share;
    return tileOf({ ...tile, widthPx: tile.widthPx + share, ratio: row[index] ?? 1 });
  });
}

const widthAt = (row: readonly number[], heightPx: number, { gapPx, minWidthPx }: JustifyOptions): number =>
  row.reduce((sum, ratio) => sum + Math.max(minWidthPx, ratio * heightPx), gapPx * (row.length - 1));

/**
 * The height at which a row fills the width, found by halving, as narrow tiles do not shrink with it; 0 where none
 * does.
 */
function heightFor(row: readonly number[], room: JustifyOptions): number {
  let low = 0;
  let high = room.widthPx / Math.min(...row) + 1;
  if (widthAt(row, 0, room) > room.widthPx) return 0;
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2;
    if (widthAt(row, middle, room) <= room.widthPx) low = middle;
    else high = middle;
  }
  return low;
}

const distance = (heightPx: number, targetPx: number) =>
  heightPx > 0 ? Math.abs(Math.log(heightPx / targetPx)) : Infinity;
