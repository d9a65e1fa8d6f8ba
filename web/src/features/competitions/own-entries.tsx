import { competitionsHttp } from '@easel/contracts/competitions/http';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shortDate } from '../../lib/dates.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast.tsx';
import { ownEntriesQuery, type ShownCompetition, type ShownEntry } from './challenges.ts';
import styles from './entries.module.css';
import { EntryCard, type OnOpen } from './entry-card.tsx';

/**
 * The member's entries in a challenge, which they can withdraw while it is open, and why one was disqualified. Empty
 * without entries.
 */
export function OwnEntries({ challenge, onOpen }: { challenge: ShownCompetition; onOpen: OnOpen }) {
  const { data } = useQuery(ownEntriesQuery(challenge.id));
  const [leaving, setLeaving] = useState<ShownEntry | null>(null);
  const { items, disqualified } = data ?? { items: [], disqualified: [] };
  const isOpen = challenge.state === 'open';
  return (
    <>
      {items.length + disqualified.length > 0 && (
        <section className={styles.section} aria-labelledby="own-entries">
          <h2 id="own-entries">Your entries</h2>
          {disqualified.map(({ id, submitted_at: at, reason }) => (
            <Notice key={id} kind="info">
              {`The entry that you made on ${shortDate(at)} was disqualified. The reason: ${reason}`}
            </Notice>
          ))}
          {items.length > 0 && (
            <ul className={styles.grid} aria-label="Your entries">
              {items.map((entry) => (
                <li key={entry.id}>
                  <EntryCard entry={entry} product={undefined} onOpen={onOpen}>
                    {isOpen && (
                      <Button
                        className={styles.order}
                        aria-label={`Withdraw: ${entry.generation.original_prompt}`}
                        onClick={() => setLeaving(entry)}
                      >
                        Withdraw
                      </Button>
                    )}
                  </EntryCard>
                </li>
              ))}
            </ul>
          )}
        </section>
      )}
      {/* Outside of the section, which may go with the last entry before the answer comes. */}
      {leaving && <Withdrawal entry={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function Withdrawal({ entry, onClose }: { entry: ShownEntry; onClose: () => void }) {
  const withdraw = useCommand(competitionsHttp.withdraw);
  const confirm = () =>
    withdraw.mutate(
      { params: { id: entry.competition_id, entryId: entry.id } },
      {
        onSuccess: () => {
          toast.success('Your entry is withdrawn');
          onClose();
        },
        onError: (error) => toast.error(messageOf(error, 'The entry could not be withdrawn')),
      },
    );
  return (
    <ConfirmDialog
      title="Withdraw this entry?"
      action="Withdraw"
      keep="Keep it"
      busy={withdraw.isPending}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {`“${entry.generation.original_prompt}” leaves the challenge, and what it has sold so far brings you no share. It becomes private again if it was private before you entered it. You can enter another picture instead.`}
      </p>
    </ConfirmDialog>
  );
}
