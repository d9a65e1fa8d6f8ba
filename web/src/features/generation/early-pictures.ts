import type { Generation } from '@easel/contracts/generation/http';
import { sourcesOf } from '../images/image-details.ts';

/** So many at once, so that connections are left for everything else. */
const ASKED_MOST = 4;
/** Kept until their frames show them, so that the browser does not ask for them a second time. */
const KEPT = 16;

/** How wide the frames are in which pictures are waited for, by `nameOf`. */
const widthsPx = new Map<string, number>();
const asked = new Map<string, HTMLImageElement>();

const nameOf = (generationId: string, index: number): string => `${generationId} ${index}`;

/** Notes that a picture is waited for in a frame of this width; returns the end of it. */
export function awaitPicture(generationId: string, index: number, widthPx: number): () => void {
  const name = nameOf(generationId, index);
  widthsPx.set(name, widthPx);
  return () => widthsPx.delete(name);
}

/** Asks for pictures that frames wait for, once, in the size in which the frames will show them. */
export function askForPictures(generationId: string, pictures: Generation['variants']): void {
  for (const [index, picture] of pictures.slice(0, ASKED_MOST).entries()) {
    const widthPx = widthsPx.get(nameOf(generationId, index));
    if (widthPx === undefined || asked.has(picture.id)) continue;
    const image = new Image();
    image.fetchPriority = 'high';
    const { sizes, srcSet } = sourcesOf(picture, `${widthPx}px`);
    image.sizes = sizes;
    image.srcset = srcSet;
    asked.set(picture.id, image);
    for (const [oldest] of asked) {
      if (asked.size <= KEPT) break;
      asked.delete(oldest);
    }
  }
}
