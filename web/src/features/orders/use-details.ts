import { DEFAULT_COUNTRY } from '@easel/contracts/orders/countries';
import { useState } from 'react';
import type { Delivery, Personal } from './checkout-form.ts';
import { keptDetails, type KeptDetails } from './kept-details.ts';

/** Returns what was typed, and for the rest what the profile says. */
export function useDetails(profile: Pick<Personal, 'firstName' | 'lastName' | 'email'> | undefined) {
  const [typed, setTyped] = useState(() => keptDetails.get());
  const personal: Personal = {
    firstName: typed.firstName ?? profile?.firstName ?? '',
    lastName: typed.lastName ?? profile?.lastName ?? '',
    email: typed.email ?? profile?.email ?? '',
    phone: typed.phone ?? '',
  };
  const delivery: Delivery = {
    address: {
      country: typed.country ?? DEFAULT_COUNTRY,
      street: typed.street ?? '',
      city: typed.city ?? '',
      state: typed.state ?? '',
      zipCode: typed.zipCode ?? '',
    },
    method: typed.deliveryMethod ?? 'standard',
  };
  const change = (part: KeptDetails) => {
    const now = { ...typed, ...part };
    setTyped(now);
    keptDetails.set(now);
  };
  return { personal, delivery, change };
}
