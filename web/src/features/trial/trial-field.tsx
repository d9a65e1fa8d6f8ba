import { trialsHttp } from '@easel/contracts/trials/http';
import { PROMPT_MAX } from '@easel/contracts/generation/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useQueryClient } from '@tanstack/react-query';
import { Sparkles } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { useSearchParams } from 'react-router';
import { useCommand } from '../../lib/queries.ts';
import { localStore } from '../../lib/storage.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { askedOf } from '../images/asked-of.ts';
import { NotUnderstoodNotice } from '../images/not-understood.tsx';
import styles from './trial-field.module.css';
import { currentTrial, hasFailed, isOpen, OWN_PICTURE, useCurrentTrial } from './trials.ts';

const TrialUnderstanding = lazy(() => import('./trial-understanding.tsx'));

const FAILURE = 'This picture could not be made. Please try again.';

/** The form by which a visitor asks for a picture. */
export function TrialField() {
  const headingId = useId();
  const client = useQueryClient();
  const [params] = useSearchParams();
  const current = useCurrentTrial();
  const make = useCommand(trialsHttp.make);
  const [prompt, setPrompt] = useState(params.get('prompt') ?? '');
  const trial = current.data?.trial ?? null;

  useEffect(() => {
    // It was adopted, or is gone: pages need not look for it any more.
    if (current.data?.trial === null) localStore.remove(OWN_PICTURE);
  }, [current.data]);
  const busy = make.isPending || isOpen(trial);

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

  const isRefused = make.isError && asked === undefined;
  const problem = isRefused ? messageOf(make.error, FAILURE) : hasFailed(trial) && !make.isPending ? FAILURE : '';
  return (
    <section className={styles.trial} aria-labelledby={headingId}>
      <h2 id={headingId}>Make a picture of your own</h2>
      {/*
        It has no action, so `before-paint.js` and `boot.ts` keep what is sent before the app has come, and send it
        then. Where no script runs, this page comes again with the prompt in its field.
      */}
      <form className={styles.form} onSubmit={submit}>
        <TextField
          ref={field}
          label="Describe a picture"
          name="prompt"
          value={prompt}
          maxLength={PROMPT_MAX}
          placeholder="A red fox in the snow"
          hint="Free, 512 pixels, no account needed"
          error={problem}
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
    </section>
  );
}
