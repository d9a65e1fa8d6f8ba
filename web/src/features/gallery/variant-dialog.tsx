import type { Generation } from '@easel/contracts/generation/http';
import { PROMPT_MAX, PROMPT_NEEDED } from '@easel/contracts/generation/policy';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import { useRef, useState } from 'react';
import { formatCredits } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextArea } from '../../ui/field.tsx';
import { NotUnderstoodNotice } from '../images/not-understood.tsx';
import { ResolutionField } from '../images/resolution-field.tsx';
import { useProviders } from '../providers/providers-query.ts';
import { useOrderVariant } from '../edits/order-variant.ts';
import { VariantNotes } from '../edits/variant-notes.tsx';
import { variantOffer, variantResolution } from '../edits/variant-offer.ts';
import styles from './variant-dialog.module.css';

interface VariantDialogProps {
  generation: Generation;
  /** Called once the variant is ordered. */
  onOrdered?: () => void;
  onClose: () => void;
}

/** Asks for another image of the same settings, with a prompt that may be changed. */
export function VariantDialog({ generation, onOrdered, onClose }: VariantDialogProps) {
  const providers = useProviders();
  const [prompt, setPrompt] = useState(generation.original_prompt);
  const [resolution, setResolution] = useState(() => variantResolution(generation));
  const order = useOrderVariant({ generation, wish: { resolution }, onOrdered, onClose });
  const wanted = visibleText(prompt);
  const complaint = wanted === '' ? PROMPT_NEEDED : undefined;

  const field = useRef<HTMLTextAreaElement>(null);

  const submit = (agreed = false) => {
    if (!complaint) order.submit(() => ({ prompt: wanted, ...(agreed && { agreed }) }));
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
            order.reset();
          }}
        />
        {order.notUnderstood !== undefined && (
          <NotUnderstoodNotice
            text={order.notUnderstood}
            onDraw={() => submit(true)}
            onChange={() => {
              order.reset();
              field.current?.focus();
            }}
          />
        )}
        <ResolutionField
          chosen={resolution}
          inputOf={(one) => ({
            name: 'variant-resolution',
            checked: resolution === one,
            onChange: () => {
              setResolution(one);
              order.reset();
            },
          })}
          offerIn={(one) => variantOffer(providers, generation, { resolution: one }).offer}
        />
        <VariantNotes order={order} />
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={order.busy}
            disabled={complaint !== undefined || order.choice.refusal !== undefined}
          >
            {`Create for ${formatCredits(order.credits)}`}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
