/**
 * JSON that comes from elsewhere: files, messages, pasted text. `JSON.parse` takes a quarter of a second and 80 MB for
 * each megabyte of brackets, however shallow what is expected; so a text is measured before it is read.
 */

const [quote, backslash, comma] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const [listBegin, listEnd, objectBegin, objectEnd] = ['[', ']', '{', '}'].map((character) =>
  character.charCodeAt(0),
);

export interface JsonBounds {
  /** Levels that lists and objects lie in one another. */
  readonly depth: number;
  /** Values, those in lists and objects included; about as many as there are commas and brackets. */
  readonly values?: number;
}

/** @throws SyntaxError where the text is no JSON or passes a bound */
export function parseJson(text: string, { depth, values = Infinity }: JsonBounds): unknown {
  let [level, count, inText] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inText) {
      if (code === backslash) at++;
      else if (code === quote) inText = false;
    } else if (code === quote) inText = true;
    else if (code === comma) count++;
    else if (code === listBegin || code === objectBegin) {
      count++;
      if (++level > depth) throw new SyntaxError(`it is nested more than ${depth} levels deep`);
    } else if (code === listEnd || code === objectEnd) level--;
  }
  if (count > values) throw new SyntaxError(`it holds more than ${values} values`);
  return JSON.parse(text);
}
