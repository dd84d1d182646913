/** A text as it may be quoted in a sentence: cut where it is long. */
export function quote(text: string): string {
  return text.length > 24 ? `"${text.slice(0, 20)}…"` : `"${text}"`;
}
