/** A product as it was chosen; size and color are empty where there is no choice. */
interface Chosen {
  name: string;
  size: string;
  color: string;
}

/** Returns what a product is called, in parts: 'T-shirt', 'XL', 'navy'. A size that the name has is not repeated. */
export const productParts = ({ name, size, color }: Chosen): string[] =>
  [name, name.includes(size) ? '' : size, color].filter((part) => part !== '');
