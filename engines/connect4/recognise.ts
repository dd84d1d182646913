/** Which protocol a conversation is in, from its first words. */

export type ProtocolId = 'cfp' | 'cfsi';

/** `stop` and `quit` are commands of both, but only CFSI has them before anything else was said. */
const cfsiWords: ReadonlySet<string> = new Set(['start', 'play', 'ping', 'stop', 'quit']);
const cfpWords: ReadonlySet<string> = new Set([
  'cfp',
  'isready',
  'setoption',
  'cfpnewgame',
  'position',
  'go',
]);

/** How many words are looked at: CFP has unknown words before a command skipped. */
const furthest = 16;

/** Null where the line is of neither. CFSI's command is the first word of its line. */
export function protocolOf(line: string): ProtocolId | null {
  const words = line.trim().toLowerCase().split(/\s+/, furthest);
  if (cfsiWords.has(words[0] ?? '')) return 'cfsi';
  return words.some((word) => cfpWords.has(word)) ? 'cfp' : null;
}
