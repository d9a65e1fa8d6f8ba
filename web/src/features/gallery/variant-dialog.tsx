import { generationHttp, type Generation } from '@easel/contracts/generation/http';
import {
  PROMPT_MAX,
  PROMPT_NEEDED,
  priceTenths,
  resolutions,
  TRIAL_RESOLUTION,
} from '@easel/contracts/generation/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import { tenthsToCredits } from '@easel/contracts/kernel/money';
import { useRef, useState } from 'react';
import { formatCredits } from '../../lib/figures.ts';
import { useCommand } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import { askedOf } from '../images/asked-of.ts';
import { NotUnderstoodNotice } from '../images/not-understood.tsx';
import { ResolutionField } from '../images/resolution-field.tsx';
import styles from './variant-dialog.module.css';

interface VariantDialogProps {
  generation: Generation;
  /** Called once the variant is ordered. */
  onOrdered?: () => void;
  onClose: () => void;
}

/** Asks for another image of the same settings, with a prompt that may be changed. */
export function VariantDialog({ generation, onOrdered, onClose }: VariantDialogProps) {
  const { original_prompt: original, metadata } = generation;
  const [prompt, setPrompt] = useState(original);
  const [resolution, setResolution] = useState(() =>
    // What its member made before registering is smaller than all that can be asked for.
    metadata.resolution === TRIAL_RESOLUTION
      ? '1k'
      : (resolutions.find((known) => known === metadata.resolution) ?? '2k'),
  );
  const create = useCommand(generationHttp.createVariant);
  const wanted = visibleText(prompt);
  const complaint = wanted === '' ? PROMPT_NEEDED : undefined;

  const asked = askedOf(create.error);
  const field = useRef<HTMLTextAreaElement>(null);

  const submit = (agreed = false) => {
    if (complaint || create.isPending) return;
    toast.info('Creating variant...');
    create.mutate(
      { params: { id: generation.id }, body: { prompt: wanted, resolution, ...(agreed && { agreed }) } },
      {
        onSuccess() {
          onOrdered?.();
          onClose();
        },
        onError: (error) => {
          if (askedOf(error) === undefined) toast.error(messageOf(error, 'Failed to create variant'));
        },
      },
    );
  };

  return (
    <Dialog label="Create a variant" onClose={onClose} className={styles.dialog}>
      <form
        className={styles.body}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <h2>Create a variant</h2>
        <p className={styles.note}>
          Another image of the same settings with a new seed. It joins this one when it is ready.
        </p>
        <TextArea
          ref={field}
          label="Prompt"
          rows={4}
          value={prompt}
          count={prompt.length}
          most={PROMPT_MAX}
          maxLength={PROMPT_MAX}
          error={complaint}
          onChange={(event) => {
            setPrompt(event.target.value);
            if (create.isError) create.reset();
          }}
        />
        {asked !== undefined && (
          <NotUnderstoodNotice
            text={asked}
            onDraw={() => submit(true)}
            onChange={() => {
              create.reset();
              field.current?.focus();
            }}
          />
        )}
        <ResolutionField
          chosen={resolution}
          inputOf={(one) => ({
            name: 'variant-resolution',
            checked: resolution === one,
            onChange: () => setResolution(one),
          })}
        />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" busy={create.isPending} disabled={complaint !== undefined}>
            {`Create for ${formatCredits(tenthsToCredits(priceTenths(resolution, 1)))}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
