import { problems, Refused } from '@easel/contracts/kernel/problem';
import { addressFaults } from '@easel/contracts/orders/address';
import type { OrderAddress } from '@easel/contracts/orders/events';

/** Throws 400 with the faults by field; `path` is that of the address in its body, where it is not the body itself. */
export function refuseUndeliverable(address: OrderAddress, path = ''): void {
  const errors = Object.entries(addressFaults(address)).map(([field, message]) => ({
    path: path === '' ? field : `${path}.${field}`,
    message,
  }));
  const [first] = errors;
  if (first) throw new Refused(problems.invalid, { message: first.message, errors });
}
