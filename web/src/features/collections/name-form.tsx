import { naming } from '@easel/contracts/collections/http';
import { COLLECTION_NAME_MAX } from '@easel/contracts/collections/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { toast } from '../../ui/toast.tsx';
import styles from './collections.module.css';

interface NameFormProps {
  label: string;
  /** The verb on its button. */
  action: string;
  name?: string;
  send: (name: string) => Promise<void>;
}

/** A collection's name, to be given or changed. */
export function NameForm({ label, action, name = '', send }: NameFormProps) {
  const form = useTextForm({
    fields: ['name'],
    schema: naming,
    send: (values) => send(values.name.trim()),
    onFailure(error, complained) {
      if (complained.length === 0) toast.error(messageOf(error, 'The collection could not be saved'));
    },
  });
  return (
    <form {...form.props} className={styles.nameForm}>
      <TextField
        {...form.field('name')}
        label={label}
        defaultValue={name}
        maxLength={COLLECTION_NAME_MAX}
        autoComplete="off"
      />
      <Button type="submit" look="primary" busy={form.busy}>
        {action}
      </Button>
    </form>
  );
}
