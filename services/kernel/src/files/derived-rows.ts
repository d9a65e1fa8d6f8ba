/** JSON that describes what was made of a picture from outside. */
const intakeFormats = ['intake', 'intake-mask'] as const;

/**
 * Of downloads; `link` is a JPEG that shows the whole of it within other proportions, upon a ground of its own colours,
 * `avatar` a square WebP.
 */
const imageFormats = ['png', 'jpg', 'webp', 'tiff', 'svg', 'link', 'avatar'] as const;

type IntakeFormat = (typeof intakeFormats)[number];
export type DerivedFormat = (typeof imageFormats)[number] | IntakeFormat;

/** What is made apart from each other, so that neither waits for the other's slots. */
export const derivedFormats = {
  images: imageFormats,
  intake: intakeFormats,
} as const satisfies Record<string, readonly DerivedFormat[]>;

export const isIntake = (format: DerivedFormat): format is IntakeFormat => intakeFormats.some((one) => one === format);

/** One file that can be made of an original. */
export interface DerivedRequest {
  /** The original's blob. */
  source: string;
  /** What the original shows, and the part of it, as whoever asks calls them: the file bears both. */
  subjectId: string;
  partId: string;
  format: DerivedFormat;
  widthPx: number;
  heightPx: number;
  /** How the original is placed in the file, as its maker reads it; absent where it fills the file. */
  layout?: object;
  /** What the file says of how its original was made, as its maker reads it; absent where that is the usual way. */
  making?: object;
}

/** A file that was asked for, as it stands. */
export interface DerivedRow {
  key: string;
  state: DerivedState;
  failure: 'no_room' | 'failed' | null;
  /** Null until it is made, as its size in bytes is. */
  blob: string | null;
  bytes: number | null;
  /** It was asked for long ago: that it still is must be written down. */
  stale: boolean;
}

export type DerivedState = 'wanted' | 'making' | 'made' | 'failed';

/** What is asked of whoever makes files, under a key each. */
export interface DerivedRows {
  /** In the order of the keys; undefined for what nobody has asked for. */
  find(keys: readonly string[]): Promise<(DerivedRow | undefined)[]>;
  /** Asks for it, once more where its failure is old enough, and answers how it stands. */
  ask(key: string, request: DerivedRequest, recipe: number): Promise<DerivedState>;
  /** Writes down that this file is asked for still; false where it is no longer there. */
  touch(key: string, blob: string): Promise<boolean>;
  /** This file is gone: it waits to be made anew. */
  unmake(key: string, blob: string): Promise<void>;
}
