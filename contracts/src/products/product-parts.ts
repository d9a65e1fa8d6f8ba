/** A product as it was chosen; size and color are empty where there is no choice. */
interface Chosen {
  name: string;
  size: string;
  color: string;
}

/** Returns the parts of a product's name on one line, as 'T-shirt', 'XL' and 'navy'; 'Poster 18x24' is one part. */
export const productParts = ({ name, size, color }: Chosen): string[] =>
  [name, name.includes(size) ? '' : size, color].filter((part) => part !== '');
