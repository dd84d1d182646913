/** Detects the protocol of a conversation from its first line. */

export type Connect4Protocol = 'cfp' | 'cfsi';

/** `stop` and `quit` are commands of both protocols, but only CFSI allows them first. */
const cfsiWords: ReadonlySet<string> = new Set(['start', 'play', 'ping', 'stop', 'quit']);
const cfpWords: ReadonlySet<string> = new Set([
  'cfp',
  'isready',
  'setoption',
  'cfpnewgame',
  'position',
  'go',
]);

/** Words examined: CFP skips unknown words before a command. */
const furthest = 16;

/** Null if the line belongs to neither. CFSI's command is the first word of its line. */
export function protocolOf(line: string): Connect4Protocol | null {
  const words = line.trim().toLowerCase().split(/\s+/, furthest);
  if (cfsiWords.has(words[0] ?? '')) return 'cfsi';
  return words.some((word) => cfpWords.has(word)) ? 'cfp' : null;
}
