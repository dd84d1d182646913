/**
 * Parses JSON from outside: files, messages, pasted text. `JSON.parse` takes a quarter of a second and 80 MB for each
 * megabyte of brackets, even if the expected value is shallow, so the text is measured before it is parsed.
 */

const [quote, backslash, comma] = ['"', '\\', ','].map((character) => character.charCodeAt(0));
const [listBegin, listEnd, objectBegin, objectEnd] = ['[', ']', '{', '}'].map((character) =>
  character.charCodeAt(0),
);

export interface JsonBounds {
  /** Nesting levels of lists and objects. */
  readonly depth: number;
  /** Values, including those in lists and objects; about the number of commas and brackets. */
  readonly values?: number;
}

/** @throws SyntaxError if the text is not JSON or exceeds a bound */
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
  // Some editors begin files with a byte order mark.
  return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text);
}
