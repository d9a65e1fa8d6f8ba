import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './checkout.module.css';
import type { StripeFields } from './use-stripe-fields.ts';

interface StripeStepProps {
  fields: StripeFields;
  /** The fields stay in the page while another step is shown: Stripe keeps what was entered in them. */
  hidden: boolean;
  action: string;
  busy?: boolean;
  onNext: () => void;
  onPrevious?: () => void;
}

/** Asks for a card in Stripe's own fields. No digit of it is seen, stored or sent by this page. */
export function StripeStep({ fields, hidden, action, busy = false, onNext, onPrevious }: StripeStepProps) {
  const [wrong, setWrong] = useState<string | undefined>();
  const [isChecking, setIsChecking] = useState(false);
  const { place, check, retry, problem: missing } = fields;
  const problem = missing ?? wrong;
  async function submit(): Promise<void> {
    setIsChecking(true);
    const found = await check();
    setIsChecking(false);
    setWrong(found);
    if (found === undefined) onNext();
  }
  return (
    <div hidden={hidden}>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <div role="alert">
          {problem !== undefined && (
            <Notice kind="problem" action={missing !== null && <Button onClick={retry}>Load again</Button>}>
              {problem}
            </Notice>
          )}
        </div>
        <div ref={place} />
        <div className={styles.actions}>
          {onPrevious && <Button onClick={onPrevious}>Previous</Button>}
          <Button type="submit" look="primary" busy={busy || isChecking}>
            {action}
          </Button>
        </div>
      </form>
    </div>
  );
}
