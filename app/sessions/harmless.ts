/**
 * What a terminal would obey, or what draws nothing: controls, format characters (bidirectional ones among
 * them), line separators, lone surrogates and the characters that Unicode ignores by default.
 */
const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** An engine's words as they may be printed: what a terminal would obey, or hide, is shown as a symbol. */
export function harmless(text: string): string {
  return text.replace(obeyed, symbol);
}

function symbol(character: string): string {
  const code = character.codePointAt(0)!;
  // Unicode has pictures of these; U+2421 is that of DELETE.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** JSON that means the same, in which such characters are escaped; `JSON.stringify` leaves most of them as they are. */
export function harmlessJson(json: string): string {
  return json.replace(obeyedInJson, escaped);
}

/** The newlines and spaces between values stay. */
const obeyedInJson = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u007f-\u009f]/gu;

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
