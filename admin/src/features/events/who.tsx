import type { EventRecord } from '@easel/contracts/events/http';
import { OperatorName } from '../../ui/operator-name.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { words } from '../../ui/choices.ts';

/** Who did it, as the event says. */
export function Who({ actor: { kind, id, role } }: Pick<EventRecord, 'actor'>) {
  if (kind === null) return <span>–</span>;
  const called = role !== null && role !== '' ? `${words(kind)}, ${role}` : words(kind);
  if (id === null || id === '') return <span>{called}</span>;
  if (kind === 'operator') return <OperatorName id={id} />;
  return (
    <span>
      {called} <ShortId id={id} />
    </span>
  );
}
