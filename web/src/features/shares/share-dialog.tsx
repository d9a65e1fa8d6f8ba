import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { sharesHttp } from '@easel/contracts/shares/http';
import { SHARE_DAYS, shareEndsAt } from '@easel/contracts/shares/policy';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNow } from '../../lib/clock.ts';
import { counted } from '../../lib/figures.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Choice, ChoiceGroup } from '../../ui/choice.tsx';
import { TextField } from '../../ui/field.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import type { WantedShare } from '../images/collecting.ts';
import { endDays, endOfDay } from './share-end.ts';
import { ShareRow } from './share-row.tsx';
import { copyLink, sharesQuery } from './shares.ts';
import styles from './shares.module.css';

const WORDS = {
  collection:
    'Whoever has the link sees the pictures that are in the collection then, and its name. Not your prompts, and your name only if you show it publicly.',
  picture:
    'Whoever has the link sees the picture. Not your prompt, and your name only if you show it publicly. The picture stays out of the public gallery.',
};

/** Makes links to a collection or a picture, and has those that there are. */
export function ShareDialog({ what, onClose }: { what: WantedShare; onClose: () => void }) {
  const { data } = useQuery(sharesQuery);
  const links = data?.shares.filter(({ shown_id: id, state }) => id === what.id && state === 'works') ?? [];
  return (
    <TitledDialog title="Share by a link" onClose={onClose} className={styles.dialog}>
      <p className={styles.subject}>{what.title}</p>
      <p className={styles.note}>{WORDS[what.kind]}</p>
      <ShareForm what={what} />
      {links.length > 0 && (
        <ul className={styles.rows} aria-label="Links that work">
          {links.map((share) => (
            <ShareRow key={share.id} share={share} />
          ))}
        </ul>
      )}
    </TitledDialog>
  );
}

const UNTIL = 'until';
const [, USUAL] = SHARE_DAYS;

/** For how long a link works, and the button that makes it. */
function ShareForm({ what: { kind, id } }: { what: WantedShare }) {
  const make = useCommand(sharesHttp.make);
  const [time, setTime] = useState(String(USUAL));
  const [day, setDay] = useState('');
  const [problem, setProblem] = useState<string>();
  const { min, max } = endDays(useNow());

  const end = (): Date | undefined => (time === UNTIL ? endOfDay(day) : shareEndsAt(new Date(), Number(time)));
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    const expiresAt = end()?.toISOString();
    if (expiresAt === undefined) return setProblem('Please choose a day');
    setProblem(undefined);
    make.mutate(
      { body: { kind, id, expiresAt } },
      {
        onSuccess: ({ share }) => void copyLink(share.url, 'The link is made, and in your clipboard'),
        onError: (error) => setProblem(messageOf(error, 'The link could not be made')),
      },
    );
  };

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <ChoiceGroup legend="It works for" layout="row">
        {SHARE_DAYS.map((days) => (
          <Choice
            key={days}
            name="time"
            value={days}
            checked={time === String(days)}
            onChange={() => setTime(String(days))}
          >
            {counted(days, 'day')}
          </Choice>
        ))}
        <Choice name="time" value={UNTIL} checked={time === UNTIL} onChange={() => setTime(UNTIL)}>
          Other
        </Choice>
      </ChoiceGroup>
      {time === UNTIL && (
        <TextField
          label="Its last day"
          type="date"
          min={min}
          max={max}
          value={day}
          error={problem}
          onChange={(event) => {
            setDay(event.target.value);
            setProblem(undefined);
          }}
        />
      )}
      {time !== UNTIL && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      <Button type="submit" look="primary" busy={make.isPending}>
        Make a link
      </Button>
    </form>
  );
}
