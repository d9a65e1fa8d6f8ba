import { addressFormOf } from '@easel/contracts/orders/address';
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

/** Returns what addresses of a country have beside it, called as there, as far as the server takes them. */
function fieldsOf(country: string) {
  const { region, code } = addressFormOf(country) ?? { region: UNKNOWN_REGION, code: UNKNOWN_CODE };
  return [
    { of: 'street', label: 'Street', needed: true, longest: 200 },
    { of: 'city', label: 'City', needed: true, longest: 100 },
    ...(region ? [{ of: 'state', ...region, longest: 100 } as const] : []),
    ...(code ? [{ of: 'zipCode', ...code, longest: 20 } as const] : []),
  ] as const;
}

const UNKNOWN_REGION = { label: 'Region', needed: false };
const UNKNOWN_CODE = { label: 'Postal code', needed: false };

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
        <Typography sx={{ mb: 1 }}>
          The print service has this order already and sends it to the old address. The new address is used if you print
          the order again.
        </Typography>
      )}
      {fieldsOf(address.country).map(({ of, label, needed, longest }) => (
        <TextField
          key={of}
          label={label}
          required={needed}
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
