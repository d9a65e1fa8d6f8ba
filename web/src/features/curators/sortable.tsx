import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  type Announcements,
  type DragEndEvent,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  rectSortingStrategy,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { GripVertical } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import styles from './curators.module.css';

interface SortableProps {
  label: string;
  /** Ids in display order. */
  ids: readonly string[];
  nameOf: (id: string) => string;
  /** Whether items are in a column, or in rows. */
  layout: 'list' | 'rows';
  onOrder: (ids: string[]) => void;
  /** `handle` moves the item by pointer, and by the keys that it explains. */
  children: (id: string, handle: ReactNode) => ReactNode;
}

const INSTRUCTIONS =
  'Press Space to pick it up. Move it with the arrow keys, press Space to put it down, or Escape to leave it where it was.';

/** Items that can be sorted by drag or by keyboard. Each step is announced to screen readers. */
export function Sortable({ label, ids, nameOf, layout, onOrder, children }: SortableProps) {
  const sensors = useSensors(
    // A press without movement is not a drag.
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const end = ({ active, over }: DragEndEvent) => {
    const [from, to] = [ids.indexOf(String(active.id)), ids.indexOf(String(over?.id ?? active.id))];
    if (from >= 0 && to >= 0 && from !== to) onOrder(arrayMove([...ids], from, to));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={end}
      accessibility={{
        announcements: announcementsOf(ids, nameOf),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
    >
      <SortableContext
        items={[...ids]}
        strategy={layout === 'list' ? verticalListSortingStrategy : rectSortingStrategy}
      >
        <ol className={layout === 'list' ? styles.sortableList : styles.sortableRows} aria-label={label}>
          {ids.map((id) => (
            <Item key={id} id={id} name={nameOf(id)}>
              {(handle) => children(id, handle)}
            </Item>
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}

interface ItemProps {
  id: string;
  name: string;
  children: (handle: ReactNode) => ReactNode;
}

function Item({ id, name, children }: ItemProps) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  const style: CSSProperties = {
    ...(transform && { translate: `${Math.round(transform.x)}px ${Math.round(transform.y)}px` }),
    ...(transition !== undefined && { transition: transition.replace('transform', 'translate') }),
  };
  const handle = (
    <button
      {...attributes}
      {...listeners}
      ref={setActivatorNodeRef}
      type="button"
      className={styles.handle}
      aria-label={`Move ${name}`}
      title="Drag to move, or press Space and use the arrow keys"
    >
      <GripVertical size={18} aria-hidden="true" />
    </button>
  );
  return (
    <li ref={setNodeRef} style={style} data-dragging={isDragging || undefined}>
      {children(handle)}
    </li>
  );
}

/** Whether a drag has just started: the first event over a place would repeat the item's own place. */
let isAtStart = false;

function announcementsOf(ids: readonly string[], nameOf: (id: string) => string): Announcements {
  const name = (id: UniqueIdentifier): string => nameOf(String(id));
  const place = (id: UniqueIdentifier): string => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  return {
    onDragStart({ active }) {
      isAtStart = true;
      return `${name(active.id)} is picked up. It is at ${place(active.id)}.`;
    },
    onDragOver({ active, over }) {
      const isRepeat = isAtStart;
      isAtStart = false;
      return over && !isRepeat ? `${name(active.id)} is over ${place(over.id)}.` : undefined;
    },
    onDragEnd: ({ active, over }) => `${name(active.id)} is put down at ${place(over?.id ?? active.id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} is back at ${place(active.id)}.`,
  };
}
