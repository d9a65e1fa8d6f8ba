import type { PrintablePicture } from '@easel/contracts/products/http';
import { placedOn, type Placement, type PrintArea } from '@easel/contracts/products/placement';
import { useId, useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { inchesPerPixel, moved } from './geometry.ts';
import styles from './preview.module.css';
import { ProductDrawing } from './product-drawing.tsx';
import { shapeOf } from './product-shape.ts';

interface PreviewProps {
  productId: string;
  size: string;
  colour: string;
  area: PrintArea;
  picture: PrintablePicture;
  placement: Placement;
  onChange: (placement: Placement) => void;
}

/** An arrow key moves by this share of the area; with Shift by five times as much. */
const STEP = 0.01;

const steps: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

/** The picture on the product, at true scale. It is moved by dragging it, or by the arrow keys. */
export function Preview({ productId, size, colour, area, picture, placement, onChange }: PreviewProps) {
  const dragging = useRef<{ x: number; y: number; from: Placement } | null>(null);
  const { view, note, corner } = shapeOf(productId, area, size);
  const words = useId();

  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    dragging.current = { x: event.clientX, y: event.clientY, from: placement };
  };
  const drag = (event: PointerEvent<HTMLButtonElement>) => {
    const start = dragging.current;
    const drawing = event.currentTarget.querySelector('svg');
    if (!start || !drawing) return;
    const inches = inchesPerPixel(drawing.getBoundingClientRect(), view);
    const by = {
      x: ((event.clientX - start.x) * inches) / area.width,
      y: ((event.clientY - start.y) * inches) / area.height,
    };
    onChange(moved(area, picture, start.from, by));
  };
  const release = () => {
    dragging.current = null;
  };
  const step = (event: KeyboardEvent) => {
    const by = steps[event.key];
    if (!by) return;
    event.preventDefault();
    const times = event.shiftKey ? 5 : 1;
    onChange(moved(area, picture, placement, { x: by.x * times, y: by.y * times }));
  };

  return (
    <div className={styles.preview}>
      <button
        type="button"
        className={styles.stage}
        aria-label={`Move the picture: ${picture.title}`}
        aria-describedby={words}
        onPointerDown={press}
        onPointerMove={drag}
        onPointerUp={release}
        onPointerCancel={release}
        onKeyDown={step}
      >
        <ProductDrawing productId={productId} size={size} colour={colour} area={area}>
          <Print area={area} corner={corner} picture={picture} placement={placement} />
        </ProductDrawing>
      </button>
      <p id={words} className={styles.hint}>
        Drag the picture, or press the arrow keys, to move it.
        {area.bleed > 0
          ? ' The solid line is where it is cut; what is printed beyond it, up to the dashed line, is cut off.'
          : ' The line is the edge of what is printed.'}
        {note && ` ${note}`}
      </p>
    </div>
  );
}

interface PrintProps extends Pick<PreviewProps, 'area' | 'picture' | 'placement'> {
  /** Radius of its corners, where the product has them. */
  corner: number;
}

function Print({ area, corner, picture, placement }: PrintProps) {
  const id = useId();
  const { bleed } = area;
  const whole = { x: -bleed, y: -bleed, width: area.width + 2 * bleed, height: area.height + 2 * bleed };
  return (
    <>
      <clipPath id={`${id}-cut`}>
        <rect width={area.width} height={area.height} rx={corner} />
      </clipPath>
      {bleed > 0 && (
        <>
          <clipPath id={`${id}-bleed`}>
            <rect {...whole} />
          </clipPath>
          <g clipPath={`url(#${id}-bleed)`} opacity={0.35}>
            <Placed area={area} picture={picture} placement={placement} />
          </g>
        </>
      )}
      <g clipPath={`url(#${id}-cut)`}>
        <Placed area={area} picture={picture} placement={placement} />
      </g>
      {bleed > 0 && <rect {...whole} className={styles.bleed} />}
      <rect width={area.width} height={area.height} rx={corner} className={styles.cut} />
    </>
  );
}

function Placed({ area, picture, placement }: Pick<PreviewProps, 'area' | 'picture' | 'placement'>) {
  const { left, top, width, height } = placedOn(area, picture, placement);
  const { rotation, background } = placement;
  const isTurned = rotation === 90 || rotation === 270;
  const [middleX, middleY] = [left + width / 2, top + height / 2];
  const [ownWidth, ownHeight] = isTurned ? [height, width] : [width, height];
  return (
    <>
      {background !== 'none' && (
        <rect
          x={-area.bleed}
          y={-area.bleed}
          width={area.width + 2 * area.bleed}
          height={area.height + 2 * area.bleed}
          fill={background}
        />
      )}
      <image
        href={picture.preview_url}
        x={middleX - ownWidth / 2}
        y={middleY - ownHeight / 2}
        width={ownWidth}
        height={ownHeight}
        preserveAspectRatio="none"
        transform={`rotate(${rotation} ${middleX} ${middleY})`}
      />
    </>
  );
}
