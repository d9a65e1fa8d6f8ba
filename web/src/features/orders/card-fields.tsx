import { TextField } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Card } from './checkout-form.ts';
import { TEST_CARDS_ONLY } from './checkout-form.ts';
import styles from './checkout.module.css';
import { cvvDigits, groupedNumber, slashedExpiry } from './test-cards.ts';

interface CardFieldsProps {
  card: Card;
  onChange: (card: Card) => void;
  field: (name: keyof Card) => { name: string; error: string | undefined };
}

const asTyped = (text: string) => text;

/** The card form. What is typed stays in the component that holds it. */
export function CardFields({ card, onChange, field }: CardFieldsProps) {
  const bind = (name: keyof Card, format = asTyped) => ({
    ...field(name),
    value: card[name],
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...card, [name]: format(currentTarget.value) }),
    required: true,
  });
  return (
    <>
      <Notice kind="info">
        {`${TEST_CARDS_ONLY}. Do not enter a real card: it is refused. What you type here stays in this browser.`}
      </Notice>
      <TextField
        {...bind('cardNumber', groupedNumber)}
        label="Card number"
        inputMode="numeric"
        autoComplete="cc-number"
        maxLength={19}
        spellCheck={false}
      />
      <div className={styles.pair}>
        <TextField
          {...bind('cardExpiry', slashedExpiry)}
          label="Expiry (MM/YY)"
          inputMode="numeric"
          autoComplete="cc-exp"
          maxLength={5}
        />
        <TextField
          {...bind('cardCvv', cvvDigits)}
          label="CVV"
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          spellCheck={false}
        />
      </div>
      <TextField {...bind('cardName')} label="Name on card" autoComplete="cc-name" maxLength={100} />
    </>
  );
}
