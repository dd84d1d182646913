/**
 * Makes an engine's text safe to display: characters that would act on a terminal, change the reading direction or stay
 * invisible are shown as symbols. No character is dropped.
 */

/** Controls, format characters, line separators, lone surrogates and everything else that draws nothing. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;
const plain = /^[\x20-\x7e]*$/;

/** Short names from chapter 23 of the Unicode standard, for those that occur. */
const names = new Map<number, string>([
  [0x00ad, 'SHY'],
  [0x034f, 'CGJ'],
  [0x0085, 'NEL'],
  [0x009b, 'CSI'],
  [0x009d, 'OSC'],
  [0x0090, 'DCS'],
  [0x061c, 'ALM'],
  [0x200b, 'ZWSP'],
  [0x200c, 'ZWNJ'],
  [0x200d, 'ZWJ'],
  [0x200e, 'LRM'],
  [0x200f, 'RLM'],
  [0x2028, 'LSEP'],
  [0x2029, 'PSEP'],
  [0x202a, 'LRE'],
  [0x202b, 'RLE'],
  [0x202c, 'PDF'],
  [0x202d, 'LRO'],
  [0x202e, 'RLO'],
  [0x2060, 'WJ'],
  [0x2066, 'LRI'],
  [0x2067, 'RLI'],
  [0x2068, 'FSI'],
  [0x2069, 'PDI'],
  [0xfeff, 'BOM'],
]);

function symbol(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // The control pictures of Unicode: from U+2400 on; U+2421 for delete.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  if (code >= 0xd800 && code <= 0xdfff) return '\ufffd';
  return `⟦${names.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`}⟧`;
}

/** @returns the text with a symbol for every invisible character; linear in its length */
export function visible(text: string): string {
  return plain.test(text) ? text : text.replace(unseen, symbol);
}

/** Characters that turn the reading direction of the text after them, also in a field, which cannot show them. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/** Each kind of them in a text once, as its symbol. */
export const turnsIn = (text: string): readonly string[] => [...new Set(text.match(turns))].map(symbol);

export const withoutTurns = (text: string): string => text.replace(turns, '');

/** One picture, or several that joiners make one. */
const emoji =
  /(\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?(?:\u200d\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)*)/u;

/** The same for what a user writes, such as a comment: the ends of its lines stay, and what joins emoji. */
export const visibleLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) =>
      line
        .split(emoji)
        .map((part, at) => (at % 2 === 1 ? part : visible(part)))
        .join(''),
    )
    .join('\n');
