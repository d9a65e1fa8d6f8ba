import { problems, Refused } from '@easel/contracts/kernel/problem';
import type { OrderAddress } from '@easel/contracts/orders/events';

/** Says by field what is wrong with an address; nothing where a parcel can be sent there. */
function addressFaults({ street, city, country }: OrderAddress): Partial<Record<keyof OrderAddress, string>> {
  return {
    ...(street === '' && { street: 'Please enter a street and house number' }),
    ...(city === '' && { city: 'Please enter a city' }),
    ...(country === '' && { country: 'Please choose a country' }),
  };
}

/** Throws 400 with the faults by field; `path` is that of the address in its body, where it is not the body itself. */
export function refuseUndeliverable(address: OrderAddress, path = ''): void {
  const errors = Object.entries(addressFaults(address)).map(([field, message]) => ({
    path: path === '' ? field : `${path}.${field}`,
    message,
  }));
  const [first] = errors;
  if (first) throw new Refused(problems.invalid, { message: first.message, errors });
}
