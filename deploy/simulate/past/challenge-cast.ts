import { named, type Person } from './cast.ts';

/** Members who enter the challenges, two of them in both of a month. */
export const designers: readonly Person[] = [
  'Nora Winter',
  'Luca Moretti',
  'Anneke Visser',
  'Jamal Idris',
  'Sofia Berg',
  'Emil Dvorak',
].map(named);

/** Where the orders of the designers go. */
export const shippingAddress = {
  street: '12 Example Street',
  city: 'Springfield',
  state: 'IL',
  zipCode: '62701',
  country: 'United States',
};
