import { useQuery } from '@tanstack/react-query';
import { Avatar } from '../../ui/avatar.tsx';
import { Panel } from '../../ui/panel.tsx';
import { UnblockButton } from './block-button.tsx';
import { blockedQuery } from './people.ts';
import styles from './people.module.css';

/** Whom the member has blocked, and the way to take it back; nothing where that is nobody. */
export function BlockedPanel() {
  const people = useQuery(blockedQuery).data?.people ?? [];
  if (people.length === 0) return null;
  return (
    <Panel
      title="Blocked people"
      note="Neither of you sees, buys or remixes the other’s pictures, or follows the other."
    >
      <ul className={styles.blocked}>
        {people.map((person) => (
          <li key={person.id}>
            <Avatar of={person.name || person.id} />
            <span className={styles.name}>{person.name || 'Somebody who is hidden now'}</span>
            <UnblockButton person={person} />
          </li>
        ))}
      </ul>
    </Panel>
  );
}
