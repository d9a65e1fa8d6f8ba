import { trialsHttp, type Trial } from '@easel/contracts/trials/http';
import { PROMPT_MAX } from '@easel/contracts/generation/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { useIsHydrated } from '../../lib/hydrated.ts';
import { useCommand } from '../../lib/queries.ts';
import { localStore } from '../../lib/storage.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { askedOf, NotUnderstoodNotice } from '../images/not-understood.tsx';
import styles from './trial-field.module.css';
import { currentTrial, isOpen, OWN_PICTURE } from './trials.ts';

const TrialUnderstanding = lazy(() => import('./trial-understanding.tsx'));

interface TrialFieldProps {
  /** Keeps what the studio is to begin with, once its visitor has signed in. */
  onMakeLarge: (trial: Trial) => void;
}

/** A prompt of a visitor's, and the picture that is made of it. Until it is mounted it is a plain form. */
export function TrialField({ onMakeLarge }: TrialFieldProps) {
  const headingId = useId();
  const client = useQueryClient();
  // Whose it is a cookie tells: what came rendered is the same for everyone.
  const current = useQuery({ ...currentTrial, enabled: useIsHydrated() });
  const make = useCommand(trialsHttp.make);
  const [prompt, setPrompt] = useState('');
  const trial = current.data?.trial ?? null;

  useEffect(() => {
    // It was adopted, or is gone: pages need not look for it any more.
    if (current.data?.trial === null) localStore.remove(OWN_PICTURE);
  }, [current.data]);
  const open = isOpen(trial);
  const busy = make.isPending || open;

  const asked = askedOf(make.error);
  const field = useRef<HTMLInputElement>(null);

  const ask = (agreed = false) => {
    if (busy) return;
    make.mutate(
      { body: { prompt, ...(agreed && { agreed }) } },
      {
        onSuccess(reply) {
          localStore.set(OWN_PICTURE, reply.trial.id);
          client.setQueryData(currentTrial.queryKey, { success: true, trial: reply.trial });
        },
        // Another tab may have asked for one.
        onError: () => void current.refetch(),
      },
    );
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    ask();
  };

  return (
    <section className={styles.trial} aria-labelledby={headingId}>
      <h2 id={headingId}>Make a picture of your own</h2>
      {/* Without scripts it leads to where pictures are made; words are never put into an address. */}
      <form action="/register" className={styles.form} onSubmit={submit}>
        <TextField
          ref={field}
          label="Describe a picture"
          value={prompt}
          maxLength={PROMPT_MAX}
          placeholder="A red fox in the snow"
          hint="Free, 512 pixels, no account needed"
          error={
            make.isError && asked === undefined
              ? messageOf(make.error, 'The picture could not be made. Please try again.')
              : undefined
          }
          onChange={({ target }) => {
            setPrompt(target.value);
            if (make.isError) make.reset();
          }}
          required
        />
        <Button type="submit" look="primary" busy={busy}>
          <Sparkles size={20} aria-hidden="true" />
          Make it
        </Button>
      </form>
      {prompt.trim().length > 2 && (
        <Suspense>
          <TrialUnderstanding prompt={prompt} />
        </Suspense>
      )}
      {asked !== undefined && (
        <NotUnderstoodNotice
          text={asked}
          onDraw={() => ask(true)}
          onChange={() => {
            make.reset();
            field.current?.focus();
          }}
        />
      )}
      <p className={styles.state} role="status">
        {stateOf(trial, current.isError)}
      </p>
      {trial?.image_url && (
        <figure className={styles.result}>
          <img src={trial.image_url} width={trial.width} height={trial.height} alt={trial.prompt} />
          <figcaption>
            <p>It is kept for seven days. An account keeps it for good, without the watermark.</p>
            <div className={styles.actions}>
              <ButtonLink to="/register" look="primary">
                Create an account to keep it
              </ButtonLink>
              <ButtonLink to="/register?next=%2Fgenerator" onClick={() => onMakeLarge(trial)}>
                Make at 1K
              </ButtonLink>
            </div>
          </figcaption>
        </figure>
      )}
    </section>
  );
}

function stateOf(trial: Trial | null, isError: boolean): string {
  if (isOpen(trial) && isError) return 'The server cannot be reached. Your picture is still being made.';
  switch (trial?.status) {
    case 'queued':
      return 'Your picture waits for its turn…';
    case 'processing':
      return 'Your picture is being made…';
    case 'completed':
      return 'Your picture is ready.';
    case 'failed':
    case 'cancelled':
      return 'This picture could not be made. Please try again.';
    case undefined:
      return '';
  }
}
