import type { Canvas, Frame } from './canvas.ts';
import { smoothstep } from './maths.ts';
import { Noise } from './noise.ts';
import type { Random } from './random.ts';

/** Cuts a picture to a round with a brushed edge, so that it can be printed on cloth; call it last. */
export function medallion(random: Random, frame: Pick<Frame, 'width' | 'height'>): (canvas: Canvas) => void {
  const noise = new Noise(random);
  const radius = 0.46;
  const { width, height } = frame;
  return (canvas) => {
    const { pixels } = canvas;
    const { widthPx, pxPerUnit } = canvas.frame;
    canvas.eachRow(0, height, (y, start) => {
      const dy = (y - height / 2) / (height > width ? height / width : 1);
      for (let px = 0, i = start; px < widthPx; px++, i += 4) {
        const x = (px + 0.5) / pxPerUnit;
        const dx = (x - width / 2) / (width > height ? width / height : 1);
        const away = Math.hypot(dx, dy);
        let alpha = 0;
        if (away < radius - 0.05) alpha = 1;
        else if (away < radius + 0.03) {
          // Bristles run across, so the edge frays sideways more than up and down.
          const fray = noise.fbm(x * 9, y * 60, 3, 0.6) * 0.022 + noise.fbm(x * 5, y * 5, 2) * 0.008;
          alpha = smoothstep(radius + 0.0012, radius - 0.0012, away + fray);
        }
        if (alpha >= 1) continue;
        for (let c = 0; c < 4; c++) pixels[i + c] = pixels[i + c]! * alpha;
      }
    });
  };
}
