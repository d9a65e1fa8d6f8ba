/** How often the world misbehaves: once in so many; 0 is never. */
export interface Manners {
  appendUnknown: number;
  crashAtFaultPoint: number;
  webhookLost: number;
  webhookDoubled: number;
  answerLost: number;
  printAnswerLost: number;
  printRefused: number;
}

export const ROUGH: Manners = {
  appendUnknown: 60,
  crashAtFaultPoint: 150,
  webhookLost: 8,
  webhookDoubled: 3,
  answerLost: 12,
  printAnswerLost: 6,
  printRefused: 12,
};
export const GENTLE: Manners = {
  appendUnknown: 0,
  crashAtFaultPoint: 0,
  webhookLost: 0,
  webhookDoubled: 0,
  answerLost: 0,
  printAnswerLost: 0,
  printRefused: 0,
};
