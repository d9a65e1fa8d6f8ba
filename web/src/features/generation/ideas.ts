/** Prompts to begin with where nothing comes to mind. */
export const inspirations: readonly string[] = [
  'A red fox asleep under falling snow',
  'Night train through a snowy forest',
  'Botanical study of ferns on old paper',
  'City street in the rain at dusk',
  'A whale drifting through clouds at dusk',
  'Geometric pattern in terracotta and ink',
  'Lone pine on a cliff above a stormy sea',
  'An owl on a branch under a great moon',
  'Desert dunes under a starry sky',
  'A windmill above green hills at sunrise',
  'Waves as folded paper, blue on blue',
  'A deer at the edge of a birch forest in fog',
];
