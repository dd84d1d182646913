/** A file is no recording; `message` says what it is instead. */
export class BadRecording extends Error {
  override readonly name = 'BadRecording';
}
