const BOX = 26;

/** The outline of a picture of this ratio. */
export function RatioShape({ width, height }: { width: number; height: number }) {
  const scale = (BOX - 2) / Math.max(width, height);
  const [w, h] = [width * scale, height * scale];
  return (
    <svg viewBox={`0 0 ${BOX} ${BOX}`} width={BOX} height={BOX} aria-hidden="true">
      <rect
        x={(BOX - w) / 2}
        y={(BOX - h) / 2}
        width={w}
        height={h}
        rx="2"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
      />
    </svg>
  );
}
