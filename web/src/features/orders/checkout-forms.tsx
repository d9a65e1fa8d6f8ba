import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { CardFields } from './card-fields.tsx';
import { cardFields, cardForm, personalFields, personalForm, type Card, type Personal } from './checkout-form.ts';
import styles from './checkout.module.css';
import { PersonalFields } from './personal-fields.tsx';

interface PersonalStepProps {
  personal: Personal;
  onChange: (name: keyof Personal, value: string) => void;
  onNext: (values: Personal) => void;
}

export function PersonalStep({ personal, onChange, onNext }: PersonalStepProps) {
  const form = useTextForm({
    fields: personalFields,
    schema: personalForm,
    send: (values) => Promise.resolve(onNext(values)),
    onFailure: () => {},
  });
  return (
    <form {...form.props} className={styles.form}>
      <PersonalFields personal={personal} onChange={onChange} field={form.field} />
      <div className={styles.actions}>
        <Button type="submit" look="primary">
          Next Step
        </Button>
      </div>
    </form>
  );
}

interface PaymentStepProps {
  card: Card;
  onChange: (card: Card) => void;
  onNext: () => void;
  onPrevious: () => void;
}

export function PaymentStep({ card, onChange, onNext, onPrevious }: PaymentStepProps) {
  const form = useTextForm({
    fields: cardFields,
    schema: cardForm,
    send: () => Promise.resolve(onNext()),
    onFailure: () => {},
  });
  return (
    <form {...form.props} className={styles.form}>
      <CardFields card={card} onChange={onChange} field={form.field} />
      <div className={styles.actions}>
        <Button onClick={onPrevious}>Previous</Button>
        <Button type="submit" look="primary">
          Next Step
        </Button>
      </div>
    </form>
  );
}
