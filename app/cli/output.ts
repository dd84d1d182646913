/** Where a command's words go: results to stdout, everything else to stderr. */
export interface Output {
  readonly json: boolean;
  /** One object a line. */
  object(value: unknown): void;
  line(text: string): void;
  /** A passing remark that the next one overwrites; seen on a terminal only. */
  passing(text: string): void;
}

export interface OutputStreams {
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean; readonly columns?: number };
}

export function outputFor(json: boolean, { stdout, stderr }: OutputStreams = process): Output {
  let passing = false;
  const clear = () => {
    if (passing) stderr.write('\r\u001b[K');
    passing = false;
  };
  return {
    json,
    object: (value) => {
      clear();
      stdout.write(`${JSON.stringify(value)}\n`);
    },
    line: (text) => {
      clear();
      if (!json) stdout.write(`${harmless(text)}\n`);
    },
    passing: (text) => {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(harmless(text).slice(0, (stderr.columns ?? 80) - 1));
      passing = text !== '';
    },
  };
}

/** Control, bidirectional and zero-width characters, which a terminal would obey. */
const obeyed = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Words of an engine as they may be printed on a terminal: what it would obey is shown as a symbol. */
export function harmless(text: string): string {
  return text.replace(obeyed, (character) => {
    const code = character.charCodeAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    return code === 0x7f ? '\u2421' : `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
  });
}
