import type { Form } from './form.ts';

const CARD_SECRETS = new Set(['number', 'cvc', 'card']);

/** The parameters without what may not be kept, not even as a hash: of a card its last four digits remain. */
export function withoutCards(form: Form): Form {
  const kept: Form = Object.create(null) as Form;
  for (const [name, value] of Object.entries(form)) {
    if (typeof value !== 'string') kept[name] = withoutCards(value);
    else kept[name] = CARD_SECRETS.has(name) ? value.replaceAll(/\D/g, '').slice(-4) : value;
  }
  return kept;
}
