/** Matches what can be seen: no space, control or format character, no filler, and no empty Braille pattern. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Returns the text without space around it; nothing for one without a visible character. */
export const visibleText = (text: string): string => (VISIBLE.test(text) ? text.trim() : '');
