/**
 * Characters that a terminal would interpret or not draw: controls, format characters (bidirectional ones included),
 * line separators, lone surrogates and the characters that Unicode ignores by default.
 */
const obeyed = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** Makes an engine's text safe to print: characters that a terminal would interpret or hide become symbols. */
export function harmless(text: string): string {
  return text.replace(obeyed, symbol);
}

function symbol(character: string): string {
  const code = character.codePointAt(0)!;
  // Unicode's control pictures; U+2421 is that of DELETE.
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}

/** Escapes such characters in JSON without changing its meaning; `JSON.stringify` leaves most of them as they are. */
export function harmlessJson(json: string): string {
  return json.replace(obeyedInJson, escaped);
}

/** The same characters except for C0 controls: in JSON these are newlines between values only. */
const obeyedInJson = /[\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u007f-\u009f]/gu;

const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');
