import { addressFields } from '@easel/contracts/orders/address';
import type { DeliveryMethod } from '@easel/contracts/orders/policy';
import * as z from 'zod/mini';
import type { Values } from '../../lib/text-form.ts';
import { testMethodOf } from './test-cards.ts';

/** What the checkout's forms ask for. spec: public-and-commerce §3 "Checkout form", §5 "Checkout". */

export const personalFields = ['firstName', 'lastName', 'email', 'phone'] as const;
export type Personal = Values<(typeof personalFields)[number]>;

/** As long as an order takes them; both names together are its customer's. */
export const LONGEST: Readonly<Record<(typeof personalFields)[number], number>> = {
  firstName: 99,
  lastName: 100,
  email: 254,
  phone: 40,
};

const text = (most: number) => z.string().check(z.trim(), z.maxLength(most, `At most ${most} characters`));
const required = (most: number) => text(most).check(z.minLength(1, 'Please fill in all required fields'));

export const personalForm = z.object({
  firstName: required(LONGEST.firstName),
  lastName: required(LONGEST.lastName),
  email: required(LONGEST.email).check(z.includes('@', 'Please enter a valid email address')),
  phone: text(LONGEST.phone),
});

export type AddressTexts = Values<(typeof addressFields)[number]>;
export interface Delivery {
  address: AddressTexts;
  method: DeliveryMethod;
}

/** As long as an order takes them. */
export const LONGEST_ADDRESS = { street: 200, city: 100, state: 100, zipCode: 20 } as const;

/** What else is wrong with an address depends on its country: `addressFaults`. */
export const addressForm = z.object({
  street: text(LONGEST_ADDRESS.street),
  city: text(LONGEST_ADDRESS.city),
  state: text(LONGEST_ADDRESS.state),
  zipCode: text(LONGEST_ADDRESS.zipCode),
});

export const cardFields = ['cardNumber', 'cardExpiry', 'cardCvv', 'cardName'] as const;
export type Card = Values<(typeof cardFields)[number]>;
export const noCard: Card = { cardNumber: '', cardExpiry: '', cardCvv: '', cardName: '' };

export const TEST_CARDS_ONLY = 'This installation takes test cards only, such as 4242 4242 4242 4242';

const cardText = () => z.string().check(z.trim(), z.minLength(1, 'Please fill in all payment fields'));

export const cardForm = z.object({
  cardNumber: cardText().check(
    z.minLength(16, 'Please enter a valid card number'),
    z.refine((number) => testMethodOf(number) !== undefined, TEST_CARDS_ONLY),
  ),
  cardExpiry: cardText(),
  cardCvv: cardText(),
  cardName: cardText(),
});
