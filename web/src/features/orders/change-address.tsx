import { addressFaults, addressFields, sentAddress } from '@easel/contracts/orders/address';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import { ordersHttp } from '@easel/contracts/orders/http';
import { useState } from 'react';
import { useCommand } from '../../lib/queries.ts';
import { useTextForm } from '../../lib/text-form.ts';
import { Button } from '../../ui/button.tsx';
import { TitledDialog } from '../../ui/titled-dialog.tsx';
import { toast } from '../../ui/toast.tsx';
import { AddressFields } from './address-fields.tsx';
import { addressForm, type AddressTexts } from './checkout-form.ts';
import styles from './checkout.module.css';

interface ChangeAddressProps {
  orderId: string;
  address: AddressTexts;
  onClose: () => void;
}

/** Asks for another address of an order that is not in production yet. */
export default function ChangeAddress({ orderId, address, onClose }: ChangeAddressProps) {
  const change = useCommand(ordersHttp.changeAddress);
  const [typed, setTyped] = useState(address);
  const form = useTextForm({
    fields: addressFields,
    schema: addressForm,
    alsoCheck: addressFaults,
    async send(values) {
      await change.mutateAsync({ params: { id: orderId }, body: sentAddress(values) });
      toast.success('Address changed');
      onClose();
    },
    onFailure(error, fields) {
      if (fields.length === 0) toast.error(messageOf(error, 'The address could not be changed'));
    },
  });
  return (
    <TitledDialog title="Change address" onClose={onClose}>
      <form {...form.props} className={styles.form}>
        <AddressFields address={typed} onChange={(part) => setTyped({ ...typed, ...part })} field={form.field} />
        <div className={styles.actions}>
          <Button onClick={onClose}>Keep address</Button>
          <Button type="submit" look="primary" busy={form.busy}>
            Change address
          </Button>
        </div>
      </form>
    </TitledDialog>
  );
}
