/** Defects of endings: how a session ends, how a game does, and who is blamed; each ending word at least once. */
import type { Defect } from './defect.ts';

const session = {
  file: 'app/sessions/ending/endings.ts',
  by: 'app/sessions/ending/endings.test.ts',
} as const;
const game = { file: 'app/play/ending.ts', by: 'app/play/ending.test.ts' } as const;

export const endings: readonly Defect[] = [
  {
    ...session,
    name: 'endings: a lack of descriptors is blamed on the engine',
    find: "return ownShortage.has(cause.code) ? 'void' : 'unstartable';",
    replace: "return 'unstartable';",
  },
  {
    ...session,
    name: 'endings: a broken disk is blamed on the engine',
    find: "    case 'journal':\n    case 'broken':\n      return 'void';",
    replace: "    case 'journal':\n      return 'crashed';\n    case 'broken':\n      return 'void';",
  },
  {
    ...session,
    file: 'app/sessions/ending/remains.ts',
    name: 'endings: stderr is not quoted',
    find: 'if (complaint !== null) return',
    replace: 'if (complaint === null) return',
  },
  {
    ...game,
    name: 'game endings: the side at fault has won',
    find: "winner: word === 'void' ? null : otherSeat(seat),",
    replace: "winner: word === 'void' ? null : seat,",
  },
  {
    ...game,
    name: 'game endings: a passed limit is without fault',
    find: "        case 'limit':\n          return fault.ending.word;",
    replace: "          return fault.ending.word;\n        case 'limit':",
  },
  {
    ...session,
    name: 'endings: an engine that cannot be confined has kept silent',
    find: "    case 'sandbox':\n      return 'unstartable';",
    replace: "      return 'unstartable';\n    case 'sandbox':\n      return 'handshake';",
  },
  {
    ...session,
    name: 'endings: an engine that exits before its first word has crashed',
    find: "return cause.opened ? 'crashed' : 'handshake';",
    replace: "return 'crashed';",
  },
  {
    ...session,
    name: 'endings: an engine that dies in a game was never there',
    find: "return cause.opened ? 'crashed' : 'handshake';",
    replace: "return 'handshake';",
  },
  {
    ...session,
    name: 'endings: an engine that closes its output never spoke',
    find: "return cause.opened ? 'stalled' : 'handshake';",
    replace: "return 'handshake';",
  },
  {
    ...session,
    name: 'endings: an engine that reads nothing has crashed',
    find: "    case 'unread':\n      return 'stalled';",
    replace: "    case 'unread':\n      return 'crashed';",
  },
  {
    ...session,
    name: 'endings: a word of the protocol’s own is lost',
    find: '      return cause.ending;',
    replace: "      return 'stalled';",
  },
  {
    ...session,
    name: 'endings: a limit is our own fault',
    find: "    case 'passed':\n      return 'limit';",
    replace: "    case 'passed':\n      return 'void';",
  },
  {
    ...session,
    name: 'endings: an engine that was told to leave has crashed',
    find: "    case 'quit':\n      return 'quit';",
    replace: "    case 'quit':\n      return 'crashed';",
  },
  {
    ...game,
    name: 'game endings: a game won is a draw',
    find: 'word: result.kind,',
    replace: "word: 'draw',",
  },
  {
    ...game,
    name: 'game endings: a draw has a winner',
    find: "winner: result.kind === 'win' ? result.winner : null,",
    replace: "winner: result.kind === 'win' ? result.winner : 0,",
  },
  {
    ...game,
    name: 'game endings: no move where there is one is unreadable',
    find: "    case 'no move':\n      return 'illegal';\n",
    replace: "      return 'illegal';\n    case 'no move':\n",
  },
  {
    ...game,
    name: 'game endings: an answer that is not a move is our fault',
    find: "    case 'disobeyed':\n      return 'malformed';",
    replace: "    case 'disobeyed':\n      return 'void';",
  },
  {
    ...game,
    name: 'game endings: a crash is a loss on time',
    find: "        case 'crashed':\n        case 'stalled':",
    replace: "        case 'crashed':\n          return 'time';\n        case 'stalled':",
  },
  {
    ...game,
    name: 'game endings: too much time is without fault',
    find: "        case 'time':\n        case 'limit':\n          return fault.ending.word;",
    replace:
      "        case 'limit':\n          return fault.ending.word;\n        case 'time':\n          return 'void';",
  },
  {
    ...game,
    name: 'game endings: silence before the first word is a crash',
    find: "return fault.ending.rung === 'by itself' ? 'crashed' : 'stalled';",
    replace: "return 'crashed';",
  },
  {
    ...game,
    name: 'game endings: an engine that cannot start has lost',
    find: "        case 'unstartable':\n        case 'quit':",
    replace: "        case 'unstartable':\n          return 'crashed';\n        case 'quit':",
  },
  {
    name: 'adjudication: the limit of plies comes one late',
    file: 'app/play/judge.ts',
    find: 'texts.length >= plies',
    replace: 'texts.length > plies',
    by: 'app/play/adjudication.test.ts',
  },
  {
    name: 'adjudication: a repetition is not seen',
    file: 'app/play/judge.ts',
    find: 'if (times >= repetitions) return',
    replace: 'if (times > repetitions) return',
    by: 'app/play/adjudication.test.ts',
  },
];
