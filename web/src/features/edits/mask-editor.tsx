import type { Generation } from '@easel/contracts/generation/http';
import { Undo2, X } from 'lucide-react';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { Button } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { RangeField } from '../../ui/range-field.tsx';
import { paintMarks, type Mark, type Place } from './mask.ts';
import styles from './mask-editor.module.css';
import { RectangleFields } from './rectangle-fields.tsx';

interface MaskEditorProps {
  image: Generation['variants'][number];
  marks: readonly Mark[];
  /** Marked share of the picture, 0 to 1. */
  marked: number;
  onChange: (marks: readonly Mark[]) => void;
}

/** Brush size, in percent of the picture's longer side. */
const BRUSH = { min: 1, max: 20, start: 6 };

/** Lets the member mark the part of a picture to change, with a brush or as a rectangle. */
export function MaskEditor({ image, marks, marked, onChange }: MaskEditorProps) {
  const [erases, setErases] = useState(false);
  const [brush, setBrush] = useState(BRUSH.start);
  /** The stroke in progress. */
  const [stroke, setStroke] = useState<readonly Place[]>([]);
  /** The rectangle in progress. */
  const [outline, setOutline] = useState<Extract<Mark, { kind: 'rectangle' }> | null>(null);
  const strokeOf = (places: readonly Place[]): Mark => ({ kind: 'stroke', places, radius: brush / 200, erases });
  const canvas = useOverlay(stroke.length > 0 ? [...marks, strokeOf(stroke)] : marks, image);

  const placeOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Place => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: (clientX - left) / width, y: (clientY - top) / height };
  };
  /** Holds the current stroke: several pointer moves may arrive before the next render. */
  const painted = useRef<readonly Place[]>([]);
  const paint = (places: readonly Place[]) => {
    painted.current = places;
    setStroke(places);
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    paint([placeOf(event)]);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    if (painted.current.length > 0) paint([...painted.current, placeOf(event)]);
  };
  const end = () => {
    if (painted.current.length > 0) onChange([...marks, strokeOf(painted.current)]);
    paint([]);
  };

  return (
    <div className={styles.editor}>
      <div className={styles.picture} style={{ maxWidth: `calc(42dvh * ${image.width / image.height})` }}>
        <Picture
          src={image.image_url}
          alt="The picture to be changed"
          width={image.width}
          height={image.height}
          thumbhash={image.thumbhash}
          shape="own"
        />
        <canvas
          ref={canvas}
          className={styles.overlay}
          aria-hidden="true"
          onPointerDown={begin}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={() => paint([])}
        />
        {outline && (
          <span
            className={styles.outline}
            style={{
              left: `${outline.from.x * 100}%`,
              top: `${outline.from.y * 100}%`,
              width: `${(outline.to.x - outline.from.x) * 100}%`,
              height: `${(outline.to.y - outline.from.y) * 100}%`,
            }}
          />
        )}
      </div>
      <div className={styles.tools}>
        <ChoiceGroup legend="Brush" layout="row">
          <Choice name="brush" checked={!erases} onChange={() => setErases(false)}>
            Paint
          </Choice>
          <Choice name="brush" checked={erases} onChange={() => setErases(true)}>
            Erase
          </Choice>
        </ChoiceGroup>
        <RangeField
          label="Brush size"
          min={BRUSH.min}
          max={BRUSH.max}
          value={brush}
          shown={`${brush} %`}
          onChange={(event) => setBrush(Number(event.target.value))}
        />
        <div className={styles.buttons}>
          <Button disabled={marks.length === 0} onClick={() => onChange(marks.slice(0, -1))}>
            <Undo2 size={16} aria-hidden="true" />
            Undo
          </Button>
          <Button disabled={marks.length === 0} onClick={() => onChange([])}>
            <X size={16} aria-hidden="true" />
            Clear
          </Button>
          <p role="status" className={styles.marked}>
            {markedText(marks.length, Math.round(marked * 100))}
          </p>
        </div>
      </div>
      <RectangleFields onOutline={setOutline} onMark={(mark) => onChange([...marks, mark])} />
    </div>
  );
}

function markedText(marks: number, percent: number): string {
  if (marks === 0) return 'Nothing is marked yet';
  return percent === 0 ? 'Less than 1 % is marked' : `${percent} % is marked`;
}

/** Draws the marks on a canvas over the picture, at the screen's resolution. */
function useOverlay(marks: readonly Mark[], { width, height }: { width: number; height: number }) {
  const ref = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const { current: canvas } = ref;
    const context = canvas?.getContext('2d');
    if (!canvas || !context) return;
    const shownPx = canvas.clientWidth * devicePixelRatio || width;
    const size = { width: Math.round(shownPx), height: Math.round((shownPx * height) / width) };
    if (canvas.width !== size.width || canvas.height !== size.height) Object.assign(canvas, size);
    context.clearRect(0, 0, size.width, size.height);
    const colour = getComputedStyle(canvas).getPropertyValue('--accent');
    context.fillStyle = context.strokeStyle = colour;
    paintMarks(context, marks, size, (erases) => {
      context.globalCompositeOperation = erases ? 'destination-out' : 'source-over';
    });
    context.globalCompositeOperation = 'source-over';
  });
  return ref;
}
