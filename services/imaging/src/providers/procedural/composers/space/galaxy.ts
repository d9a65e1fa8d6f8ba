import type { Brief } from '../../brief.ts';
import type { Canvas } from '../../drawing/canvas.ts';
import { blend, brighten } from '../../drawing/colour.ts';
import { Field } from '../../drawing/field.ts';
import { clamp01, smoothstep } from '../../drawing/maths.ts';
import { Noise } from '../../drawing/noise.ts';
import type { Void } from './sky.ts';

/** A spiral of stars seen aslant: arms of young blue light and rose clouds, lanes of dust, a warm heart. */
export function galaxyOf(brief: Brief, colours: Void): (canvas: Canvas) => void {
  const random = brief.random.fork('galaxy');
  const noise = new Noise(random);
  const { width, height } = brief.frame;
  const cx = width * random.between(0.42, 0.58);
  const cy = height * random.between(0.44, 0.56);
  const size = (brief.transparent ? 0.42 : 0.56) * Math.min(1.35, Math.max(width, height) ** 0.5);
  const turn = random.between(-0.9, 0.9);
  const squash = random.between(0.36, 0.62);
  const winding = random.between(2.3, 3.1) * (random.chance(0.5) ? 1 : -1);
  const phase = random.between(0, Math.PI * 2);
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)];
  const onDisc = (x: number, y: number): [r: number, angle: number] => {
    const along = ((x - cx) * cos + (y - cy) * sin) / size;
    const across = (-(x - cx) * sin + (y - cy) * cos) / size / squash;
    return [Math.hypot(along, across), Math.atan2(across, along)];
  };
  const armAt = (r: number, angle: number, wobble: number): number =>
    0.5 + 0.5 * Math.cos(2 * (angle - winding * Math.log(r + 0.06) * 1.05 + phase + wobble));
  const reach = size * 1.25;
  const area = { left: cx - reach, top: cy - reach, width: 2 * reach, height: 2 * reach };
  const lanes: number[] = [];
  const cells = 520;
  const arms = new Field(area, cells, (x, y) => {
    const [r, angle] = onDisc(x, y);
    const px = (x - cx) / size;
    const py = (y - cy) / size;
    const wobble = noise.fbm(px * 3.2, py * 3.2, 4) * 0.85;
    const arm = armAt(r, angle, wobble);
    const knots = clamp01(0.62 + noise.fbm(px * 9, py * 9, 4, 0.6) * 1.1);
    const fade = Math.exp(-r * 2.5) * smoothstep(1.2, 0.55, r);
    const lane =
      smoothstep(0.5, 0.95, armAt(r, angle + 0.42, wobble)) * smoothstep(0.06, 0.2, r) * smoothstep(0.95, 0.5, r);
    lanes.push(lane * clamp01(0.5 + noise.fbm(px * 7 + 20, py * 7, 4) * 1.5));
    return (arm ** 2.4 * knots * 1.5 + 0.2) * fade * (1 - 0.75 * lanes[lanes.length - 1]!);
  });
  const [young, rose, third] = colours.gases;
  const blue = blend(blend(young, { r: 0.45, g: 0.65, b: 1 }, 0.45), third, 0.2);
  const warm = blend(brief.palette.light, { r: 1, g: 0.78, b: 0.5 }, 0.5);
  const stars = Array.from({ length: 2600 }, () => {
    const r = 0.06 + random.next() ** 0.8 * 1.05;
    const angle =
      winding * Math.log(r + 0.06) * 1.05 - phase + Math.round(random.next()) * Math.PI + random.bell() * 0.34;
    const along = Math.cos(angle) * r * size;
    const across = Math.sin(angle) * r * size * squash;
    const magnitude = random.next() ** 7;
    return {
      x: cx + along * cos - across * sin,
      y: cy + along * sin + across * cos,
      radius: 0.0009 + magnitude * 0.0028,
      strength: (0.3 + magnitude * 1.7) * smoothstep(1.15, 0.4, r),
      colour: random.chance(0.2) ? blend(rose, colours.star, 0.35) : blend(blue, colours.star, 0.5),
    };
  });
  return (canvas) => {
    const { pixels, frame } = canvas;
    const dx = 1 / frame.pxPerUnit;
    const first = Math.max(0, Math.floor(area.left * frame.pxPerUnit));
    const count = Math.min(frame.widthPx, Math.ceil((area.left + area.width) * frame.pxPerUnit)) - first;
    const row = new Float32Array(Math.max(0, count));
    canvas.glow(cx, cy, size * 1.1, blue, 0.12);
    canvas.eachRow(area.top, area.top + area.height, (y, start) => {
      arms.row(y, (first + 0.5) * dx, dx, row, count);
      for (let n = 0, i = start + first * 4; n < count; n++, i += 4) {
        const light = Math.max(0, row[n]!);
        if (light < 0.002) continue;
        const x = (first + n + 0.5) * dx;
        const along = ((x - cx) * cos + (y - cy) * sin) / size;
        const across = (-(x - cx) * sin + (y - cy) * cos) / size / squash;
        const r = Math.sqrt(along * along + across * across);
        const heart = Math.exp(-r * 5.5);
        const pink = clamp01((light - 0.24) * 2.4) * (1 - heart) * 0.75;
        const s = light * 2.1;
        const edge = smoothstep(1.22, 0.9, r);
        pixels[i] = pixels[i]! + (blue.r + (rose.r - blue.r) * pink + (warm.r - blue.r) * heart) * s * edge;
        pixels[i + 1] = pixels[i + 1]! + (blue.g + (rose.g - blue.g) * pink + (warm.g - blue.g) * heart) * s * edge;
        pixels[i + 2] = pixels[i + 2]! + (blue.b + (rose.b - blue.b) * pink + (warm.b - blue.b) * heart) * s * edge;
        pixels[i + 3] = pixels[i + 3]! + (1 - pixels[i + 3]!) * Math.min(1, s * 1.2 * edge);
      }
    });
    for (const star of stars) canvas.glow(star.x, star.y, star.radius, star.colour, star.strength);
    canvas.glow(cx, cy, size * 0.34, warm, 0.5);
    canvas.glow(cx, cy, size * 0.13, brighten(warm, 1.3), 1.3);
  };
}
