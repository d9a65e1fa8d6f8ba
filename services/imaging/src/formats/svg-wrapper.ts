import { inXml, xmpOfImage, type DescribedImage } from '@easel/contracts/origin/rights';

export interface WrappedRaster extends DescribedImage {
  readonly type: 'image/png' | 'image/jpeg';
  readonly bytes: Buffer;
  readonly widthPx: number;
  readonly heightPx: number;
}

/** Of three bytes each four characters are made, so that parts of a multiple of three join without padding. */
const PART_BYTES = 3 * 64 * 1024;

/**
 * An SVG document that holds a raster and says that it is no drawing. Written part by part into the one buffer it
 * becomes.
 */
export function wrapInSvg(raster: WrappedRaster): Buffer {
  const head = Buffer.from(headOf(raster));
  const tail = Buffer.from(`"/>\n</svg>\n`);
  const { bytes } = raster;
  const svg = Buffer.allocUnsafe(head.length + Math.ceil(bytes.length / 3) * 4 + tail.length);
  let at = head.copy(svg);
  for (let from = 0; from < bytes.length; from += PART_BYTES) {
    at += svg.write(bytes.toString('base64', from, Math.min(from + PART_BYTES, bytes.length)), at, 'latin1');
  }
  tail.copy(svg, at);
  return svg;
}

/** `xlink:href`, which programs older than SVG 2 understand and newer ones still do. */
const headOf = ({ type, widthPx, heightPx, ...image }: WrappedRaster): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.1" width="${widthPx}" height="${heightPx}" viewBox="0 0 ${widthPx} ${heightPx}">
<title>Image ${inXml(image.generationId)}</title>
<desc>This is a raster image of ${widthPx} by ${heightPx} pixels (${type}) in an SVG wrapper${image.enlarged === undefined ? '' : `, ${inXml(image.enlarged)}`}. It is not a vector drawing: enlarged, it shows its pixels.</desc>
<metadata>
${xmpOfImage(image)}
</metadata>
<image width="${widthPx}" height="${heightPx}" preserveAspectRatio="none" xlink:href="data:${type};base64,`;
