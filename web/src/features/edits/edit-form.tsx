import { PROMPT_MAX, PROMPT_NEEDED } from '@easel/contracts/generation/policy';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import { useState, type ReactNode } from 'react';
import { formatCredits } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import type { VariantOrder } from './order-variant.ts';
import styles from './edits.module.css';
import { VariantNotes } from './variant-notes.tsx';

interface EditFormProps {
  title: string;
  /** Explains the result. */
  note: string;
  /** CSS class of the dialog, which sets its width. */
  className?: string | undefined;
  promptLabel: string;
  prompt: string;
  onPrompt: (prompt: string) => void;
  order: VariantOrder;
  /** What is missing, apart from the prompt. */
  complaint?: string | undefined;
  onSubmit: (prompt: string) => void;
  onClose: () => void;
  /** Fields in addition to the prompt. */
  children: ReactNode;
}

/** Dialog that orders another variant of a picture, with its fields, prompt, provider and price. */
export function EditForm(props: EditFormProps) {
  const { title, note, className, promptLabel, prompt, onPrompt, order, complaint, onSubmit, onClose, children } =
    props;
  const [isChanged, setIsChanged] = useState(false);
  const wanted = visibleText(prompt);
  const missing = wanted === '' ? PROMPT_NEEDED : complaint;
  return (
    <TitledDialog title={title} className={className ?? styles.dialog} onClose={onClose}>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === undefined) onSubmit(wanted);
        }}
      >
        <p className={styles.note}>{note}</p>
        {children}
        <TextArea
          label={promptLabel}
          rows={3}
          value={prompt}
          count={prompt.length}
          most={PROMPT_MAX}
          maxLength={PROMPT_MAX}
          error={isChanged && wanted === '' ? PROMPT_NEEDED : undefined}
          onChange={(event) => {
            setIsChanged(true);
            onPrompt(event.target.value);
            order.reset();
          }}
        />
        <VariantNotes order={order} />
        {[complaint, wanted === '' && !isChanged ? PROMPT_NEEDED : undefined].map(
          (text) =>
            text !== undefined && (
              <p key={text} className={styles.note}>
                {text}
              </p>
            ),
        )}
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            look="primary"
            busy={order.busy}
            disabled={missing !== undefined || order.choice.refusal !== undefined}
          >
            {`Make it for ${formatCredits(order.credits)}`}
          </Button>
        </div>
      </form>
    </TitledDialog>
  );
}
