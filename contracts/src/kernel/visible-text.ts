/** Matches what can be seen: no space, control or format character, no filler, and no empty Braille pattern. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Line breaks, other control characters, and marks that turn the direction of the text around them. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu;

/** Returns the text without space around it; nothing for one without a visible character. */
export const visibleText = (text: string): string => (VISIBLE.test(text) ? text.trim() : '');

/** Returns the visible text on one line, for a label, an address or a mail. */
export const oneLineText = (text: string): string => visibleText(text.replace(BREAKS, ' '));
