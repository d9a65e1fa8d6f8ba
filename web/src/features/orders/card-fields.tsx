import { flushSync } from 'react-dom';
import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TEST_CARDS_ONLY, type Card } from './checkout-form.ts';
import styles from './checkout.module.css';
import { caretIn, cvvDigits, groupedNumber, slashedExpiry } from './test-cards.ts';

interface CardFieldsProps {
  card: Card;
  onChange: (card: Card) => void;
  field: (name: keyof Card) => { name: string; error: string | undefined };
}

/** Asks for a card. What is typed stays in the component that holds it. */
export function CardFields({ card, onChange, field }: CardFieldsProps) {
  const bind = (name: keyof Card) => ({
    ...field(name),
    value: card[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...card, [name]: currentTarget.value }),
    required: true,
  });
  /** Formats what is typed. The caret stays where it was, also within the number. */
  const digits = (name: keyof Card, format: (text: string) => string) => ({
    ...bind(name),
    inputMode: 'numeric' as const,
    onChange({ currentTarget: input }: { currentTarget: HTMLInputElement }) {
      const { value: typed, selectionStart } = input;
      const formatted = format(typed);
      flushSync(() => onChange({ ...card, [name]: formatted }));
      // What the browser fills in elsewhere leaves the focus where it is.
      if (document.activeElement !== input) return;
      const caret = caretIn(formatted, typed, selectionStart ?? typed.length);
      input.setSelectionRange(caret, caret);
    },
  });
  return (
    <>
      <Notice kind="info">
        {`${TEST_CARDS_ONLY}. Do not enter a real card: it is refused. What you type here stays in this browser.`}
      </Notice>
      <TextField
        {...digits('cardNumber', groupedNumber)}
        label="Card number"
        autoComplete="cc-number"
        maxLength={19}
        spellCheck={false}
      />
      <div className={styles.pair}>
        <TextField
          {...digits('cardExpiry', slashedExpiry)}
          label="Expiry (MM/YY)"
          autoComplete="cc-exp"
          maxLength={5}
        />
        <TextField
          {...digits('cardCvv', cvvDigits)}
          label="CVV"
          autoComplete="cc-csc"
          maxLength={4}
          spellCheck={false}
        />
      </div>
      <TextField {...bind('cardName')} label="Name on card" autoComplete="cc-name" maxLength={100} />
    </>
  );
}
