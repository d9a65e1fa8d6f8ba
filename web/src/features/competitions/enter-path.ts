/** Names the picture that is to be entered, in the address of a challenge's page. */
export const ENTER = 'enter';

export const enterPath = (challengePath: string, generationId: string): string =>
  `${challengePath}?${new URLSearchParams({ [ENTER]: generationId })}`;
