/** Credits are integers of a tenth (decimals in JSON), dollars integers of a cent. spec: rulings "Units of money". */
export const creditsToTenths = (credits: number): number => Math.round(credits * 10);
export const tenthsToCredits = (tenths: number): number => tenths / 10;
export const centsToDollars = (cents: number): number => cents / 100;
