/** Query parameter of a challenge's page with the picture to enter. */
export const ENTER = 'enter';

export const enterPath = (challengePath: string, generationId: string): string =>
  `${challengePath}?${new URLSearchParams({ [ENTER]: generationId })}`;
