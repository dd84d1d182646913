/** Splits a byte stream into lines. */
import { StringDecoder } from 'node:string_decoder';

/** In characters. Longer than any command of any protocol; the rest of a longer line is dropped. */
export const longestLine = 65_536;

/** Some programs begin what they write with this character, which belongs to no line. */
const byteOrderMark = '\ufeff';

/**
 * Splits a byte stream into lines without their ends (LF or CR LF) and without a byte order mark at its beginning. A last
 * line without an end is not reported: it may be half a command. Memory stays within `longestLine` for any input.
 */
export class LineReader {
  private readonly decoder = new StringDecoder('utf8');
  private readonly onLine: (line: string) => void;
  private pieces: string[] = [];
  private length = 0;
  private begun = false;

  constructor(onLine: (line: string) => void) {
    this.onLine = onLine;
  }

  write(bytes: Buffer): void {
    const text = this.decoder.write(bytes);
    let from = 0;
    if (!this.begun && text !== '') {
      this.begun = true;
      if (text.startsWith(byteOrderMark)) from = byteOrderMark.length;
    }
    for (let end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
      this.keep(text.slice(from, end));
      const line = this.pieces.join('');
      this.pieces = [];
      this.length = 0;
      this.onLine(line.endsWith('\r') ? line.slice(0, -1) : line);
      from = end + 1;
    }
    this.keep(text.slice(from));
  }

  private keep(piece: string): void {
    const room = longestLine - this.length;
    if (room <= 0 || piece === '') return;
    const kept = piece.length > room ? piece.slice(0, room) : piece;
    this.pieces.push(kept);
    this.length += kept.length;
  }
}
