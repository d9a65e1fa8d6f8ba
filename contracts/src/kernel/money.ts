/** Credits are whole tenths inside the system and decimals in JSON; dollars are whole cents (ruling: Figures). */
export const creditsToTenths = (credits: number): number => Math.round(credits * 10);
export const tenthsToCredits = (tenths: number): number => tenths / 10;
export const centsToDollars = (cents: number): number => cents / 100;
