import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { Mark } from './mask.ts';
import styles from './mask-editor.module.css';

type Rectangle = Extract<Mark, { kind: 'rectangle' }>;

interface RectangleFieldsProps {
  /** Called with the current rectangle; null when none is being set. */
  onOutline: (rectangle: Rectangle | null) => void;
  onMark: (rectangle: Rectangle) => void;
}

const fields = ['Left', 'Top', 'Width', 'Height'] as const;
type Sides = Record<(typeof fields)[number], number>;
const START: Sides = { Left: 25, Top: 25, Width: 50, Height: 50 };

/** Marks a rectangle without a pointer, by numbers in percent of the picture. */
export function RectangleFields({ onOutline, onMark }: RectangleFieldsProps) {
  const [sides, setSides] = useState(START);
  const set = (name: (typeof fields)[number], text: string) => {
    const value = Math.min(100, Math.max(name === 'Width' || name === 'Height' ? 1 : 0, Math.round(Number(text)) || 0));
    const changed = { ...sides, [name]: value };
    setSides(changed);
    onOutline(rectangleOf(changed, false));
  };
  return (
    <details
      className={styles.rectangle}
      onToggle={({ currentTarget: self }) => onOutline(self.open ? rectangleOf(sides, false) : null)}
    >
      <summary>
        <ChevronRight size={20} aria-hidden="true" />
        Mark a rectangle by numbers
      </summary>
      <div className={styles.sides}>
        {fields.map((name) => (
          <TextField
            key={name}
            type="number"
            label={`${name} (%)`}
            min={name === 'Width' || name === 'Height' ? 1 : 0}
            max={100}
            step={1}
            value={sides[name]}
            onChange={(event) => set(name, event.target.value)}
          />
        ))}
      </div>
      <div className={styles.buttons}>
        <Button onClick={() => onMark(rectangleOf(sides, false))}>Mark the rectangle</Button>
        <Button onClick={() => onMark(rectangleOf(sides, true))}>Erase in the rectangle</Button>
      </div>
    </details>
  );
}

/** Returns the rectangle, clipped to the picture. */
function rectangleOf({ Left, Top, Width, Height }: Sides, erases: boolean): Rectangle {
  const part = (percent: number): number => Math.min(1, percent / 100);
  return {
    kind: 'rectangle',
    from: { x: part(Left), y: part(Top) },
    to: { x: part(Left + Width), y: part(Top + Height) },
    erases,
  };
}
