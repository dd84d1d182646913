/** The contents of a bundle as data, for review before anything is written. */
import { bundledJournal } from '../replay/bundle-file.ts';
import { harmless } from '../sessions/harmless.ts';
import { exportText } from '../sessions/journal/export.ts';
import type { BundleSource, GameCase } from './case.ts';
import { endsBytes } from './masked-journal.ts';
import type { Masker } from './masker.ts';
import { readme, sentLines } from './readme.ts';
import { maskedEntries, maskersOf, readPart, type Study } from './study.ts';
import { protocols } from '../protocols/registry.ts';
import type { BundleFile } from '../shapes/recordings.ts';
import { gameById } from '../games/registry.ts';
import type { JournalDigest } from './account.ts';

/** Characters of a journal that are shown. */
const shownCharacters = 24 * 1024;

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A file name that is valid on every system and identifies the bundle. */
export function bundleName({ title, startedAt, session, game }: BundleSource, { account }: Study): string {
  // A fault that lost a game says more than how the process ended.
  const lost = game?.ending && game.ending.fault !== null ? game.ending : account.forfeit;
  const when = startedAt?.slice(0, 19).replaceAll(':', '-') ?? session;
  const words = [
    'plywire',
    title.replace(/^plywire\b/i, ''),
    lost?.word ?? account.ending?.replace(/^exit code.*/, 'exited') ?? '',
    when,
  ];
  return `${words
    .join('-')
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/-+/g, '-')
    .slice(0, 100)}.zip`;
}

/**
 * All contents except the journal's own bytes.
 * @param name of the bundle
 * @param masker creates the masker of one text
 */
export async function contentsOf(
  of: BundleSource,
  study: Study,
  name: string,
  masker: () => Masker,
): Promise<readonly BundleFile[]> {
  const file = (name: string, what: string, make: (masker: Masker) => string): BundleFile => {
    const own = masker();
    const text = make(own);
    return { name, what, bytes: Buffer.byteLength(text), text, whole: true, masked: own.places };
  };
  const masked = (value: unknown) => (own: Masker) => json(own.value(value));
  const shown = await headsOf(of, study);
  const isLong = of.journal.bytes > endsBytes;
  return [
    file('README.md', 'what happened, and one command that reproduces it', (own) =>
      own.text(readme(of, study, name)),
    ),
    {
      name: bundledJournal,
      bytes: study.bytes.journal,
      text: shown.journal,
      whole: false,
      masked: study.places,
      what: `every byte in both directions, stderr and Plywire's notes${isLong ? ', complete or only both ends' : ''}`,
    },
    {
      name: sentLines,
      bytes: study.bytes.sent,
      text: shown.sent,
      whole: false,
      masked: 0,
      what: 'the lines sent to the engine, for a pipe',
    },
    file('game.txt', of.game ? 'the game on the board' : 'the last position sent', (own) =>
      own.text(gameText(of, study.account)),
    ),
    file('engine.json', "the engine's settings and program", masked(engineFacts(of, study))),
    file('ending.json', 'how the session ended, and its oddities', masked(endingFacts(of, study))),
    file('host.json', 'the machine: versions, processors, memory, no personal data', masked(of.host)),
  ];
}

/** The beginning of the masked journal as text, and the sent lines in it. */
async function headsOf(
  of: BundleSource,
  study: Study,
): Promise<{ readonly journal: string; readonly sent: string }> {
  const protocol = study.protocol === null ? null : (protocols.get(study.protocol) ?? null);
  const masked = maskedEntries(readPart(of.journal), maskersOf(study, protocol));
  let journal = '';
  for await (const piece of exportText(masked)) {
    journal += piece;
    if (journal.length >= shownCharacters) break;
  }
  journal = journal.slice(0, shownCharacters);
  const sent = [...journal.matchAll(/^ *\d+\.\d+ --> (.*)$/gm)].map(([, line]) => `${line}\n`).join('');
  return { journal, sent };
}

/** What the host does not know is taken from the journal. */
function engineFacts(
  { title, file, engine, program, interpreter, session }: BundleSource,
  { facts, identity }: Study,
): unknown {
  const { sandbox } = facts;
  return {
    title,
    session,
    file,
    program,
    interpreter,
    ...engine,
    sandbox: engine?.sandbox ?? (typeof sandbox === 'boolean' ? sandbox : null),
    identity: {
      name: engine?.identity.name ?? identity.name,
      author: engine?.identity.author ?? identity.author,
    },
    environment: Object.fromEntries(engine?.environment.map((name) => [name, '<masked>']) ?? []),
  };
}

function endingFacts({ ending, runs }: BundleSource, { account, protocol }: Study): unknown {
  const { lines, requests, answered, oddities, troubles, reason } = account;
  const told = ending ?? (account.ending === null ? null : { word: account.ending, reason });
  return { runs, ending: told, protocol, lines, requests, answered, oddities, troubles };
}

export function gameText({ game }: BundleSource, { place }: JournalDigest): string {
  if (game) return boardText(game);
  if (place === null) return 'No position was sent in this session.\n';
  const { line, position, move, fault, answer } = place;
  return lines([
    'The game of this session is no longer on the board. From the journal:',
    '',
    `Last position sent (line ${line}): ${position}`,
    ...(answer === undefined ? [] : [`Answer: ${harmless(answer)}`]),
    ...(move === undefined ? [] : [`Move: ${move}`]),
    ...(fault === undefined ? [] : [`The move is illegal: ${fault}`]),
  ]);
}

function boardText({ game, setup, start, moves, position, text, seats, ending }: GameCase): string {
  return lines([
    `Game: ${gameById(game).name}`,
    `Setup: ${Object.entries(setup)
      .map(([name, value]) => `${name} ${String(value)}`)
      .join(', ')}`,
    `Start: ${start ?? 'the initial position'}`,
    `Moves: ${moves.length > 0 ? moves.join(' ') : 'none'}`,
    `Position: ${position}`,
    ending === null ? 'The game is not over.' : `Ending: ${ending.word}: ${ending.reason}`,
    ...seatLine('Winner', ending?.winner ?? null, seats),
    ...seatLine('At fault', ending?.fault ?? null, seats),
    '',
    'To show it on the board, paste this into Plywire:',
    text,
  ]);
}

const seatLine = (what: string, seat: 0 | 1 | null, seats: readonly [string, string]): readonly string[] =>
  seat === null ? [] : [`${what}: ${seats[seat]}`];

const lines = (all: readonly string[]): string => `${all.join('\n')}\n`;
