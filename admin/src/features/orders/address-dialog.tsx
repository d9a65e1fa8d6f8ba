import { countries } from '@easel/contracts/orders/countries';
import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import type { OrderRecord } from '@easel/contracts/orders/console.http';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';

type Address = NonNullable<OrderRecord['delivery']>['address'];

/** Of the fields, as far as the server takes them. */
const fields = [
  { of: 'street', label: 'Street', required: true, longest: 200 },
  { of: 'city', label: 'City', required: true, longest: 100 },
  { of: 'state', label: 'State', required: false, longest: 100 },
  { of: 'zipCode', label: 'ZIP code', required: false, longest: 20 },
] as const;

interface Props {
  order: OrderRecord;
  address: Address;
  onClose: () => void;
}

export function AddressDialog({ order: { id, reference, status }, address: before, onClose }: Props) {
  const correct = useAction(orderActionsHttp.correctAddress);
  const notify = useNotify();
  const [address, setAddress] = useState<Address>(before);
  const set = (change: Partial<Address>) => setAddress({ ...address, ...change });
  const isSent = status !== 'pending' && status !== 'paid';
  return (
    <ReasonDialog
      title={`Correct the address of ${reference}`}
      action="Correct address"
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await correct({ params: { id }, body: { address, reason } }, key);
        notify('The address is corrected', { type: 'success' });
      }}
    >
      {isSent && (
        <Typography gutterBottom>
          What the print service has already keeps the old address. The new one is for what is printed once more.
        </Typography>
      )}
      {fields.map(({ of, label, required, longest }) => (
        <TextField
          key={of}
          label={label}
          required={required}
          value={address[of]}
          onChange={(event) => set({ [of]: event.target.value })}
          slotProps={{ htmlInput: { maxLength: longest, autoComplete: 'off' } }}
        />
      ))}
      <TextField
        label="Country"
        select
        value={address.country}
        onChange={(event) => set({ country: event.target.value })}
      >
        {countries.map(([code, name]) => (
          <MenuItem key={code} value={name}>
            {name}
          </MenuItem>
        ))}
      </TextField>
    </ReasonDialog>
  );
}
