import { brand } from '@easel/contracts/brand';
import { cutText } from '@easel/contracts/kernel/cut-text';

/** spec: public-and-commerce §9 "Watermark". */
const ANGLE = (-30 * Math.PI) / 180;
const BAR_SHARE = 0.08;
const BAR_MIN_PX = 60;
const NAME_LENGTH = 30;

export const barHeightPx = (imageHeightPx: number): number =>
  Math.max(BAR_MIN_PX, Math.round(imageHeightPx * BAR_SHARE));

/** Returns what the bar at the foot says. */
export const watermarkText = (imageId: string): string => `${brand.name} · ${imageId} · ${brand.site}`;

/** The first thirty letters and digits of the prompt. */
export function watermarkedFileName(prompt: string): string {
  return `${cutText(prompt.replaceAll(/[^\p{L}\p{M}\p{N}]/gu, ''), NAME_LENGTH) || brand.slug}.png`;
}

/** Draws a picture with the brand across it and a bar at its foot that says where it is from; a PNG file's bytes. */
export async function watermarked(image: HTMLImageElement, imageId: string): Promise<Blob> {
  const { naturalWidth: width, naturalHeight: height } = image;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this browser draws no canvas');
  pen.drawImage(image, 0, 0);
  acrossIt(pen, width, height);
  atItsFoot(pen, width, height, imageId);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the canvas gave no file'))), 'image/png');
  });
}

function acrossIt(pen: CanvasRenderingContext2D, width: number, height: number): void {
  const sizePx = Math.max(20, Math.round(Math.min(width, height) / 12));
  const reach = Math.hypot(width, height) / 2;
  pen.save();
  pen.translate(width / 2, height / 2);
  pen.rotate(ANGLE);
  pen.font = `600 ${sizePx}px sans-serif`;
  pen.textAlign = 'center';
  pen.fillStyle = 'rgb(255 255 255 / 0.22)';
  pen.strokeStyle = 'rgb(0 0 0 / 0.1)';
  const stepX = pen.measureText(brand.name).width + sizePx * 3;
  for (let y = -reach; y <= reach; y += sizePx * 4) {
    for (let x = -reach; x <= reach; x += stepX) {
      pen.fillText(brand.name, x, y);
      pen.strokeText(brand.name, x, y);
    }
  }
  pen.restore();
}

function atItsFoot(pen: CanvasRenderingContext2D, width: number, height: number, imageId: string): void {
  const bar = Math.min(height, barHeightPx(height));
  pen.fillStyle = 'rgb(0 0 0 / 0.72)';
  pen.fillRect(0, height - bar, width, bar);
  pen.fillStyle = '#ffffff';
  pen.textBaseline = 'middle';
  const text = watermarkText(imageId);
  let sizePx = Math.round(bar * 0.34);
  pen.font = `500 ${sizePx}px sans-serif`;
  const room = width - bar * 0.6;
  const needed = pen.measureText(text).width;
  if (needed > room) {
    sizePx = Math.max(8, Math.floor((sizePx * room) / needed));
    pen.font = `500 ${sizePx}px sans-serif`;
  }
  pen.fillText(text, bar * 0.3, height - bar / 2, room);
}
