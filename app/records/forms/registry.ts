/**
 * Every form of every game, under one interface: how it divides a text, how it reads one game and how it writes one. Forms
 * of one game are declared beside it (`app/games/<game>/forms`); those here hold any game.
 */
import type { FileForm, Form as GameForm, PositionsForm, SgfForm } from '../../games/form.ts';
import { formsOfGames } from '../../games/forms.ts';
import { BadNotation, type Game } from '../../games/game.ts';
import { gameById, games } from '../../games/registry.ts';
import { readForeignSgf } from './foreign-sgf.ts';
import { gameOfVariant, readWords, tooLong } from './movetext.ts';
import { readNative } from './native-reader.ts';
import { writeNative } from './native-writer.ts';
import { lostInList, ownWords, writeWords } from './pgn.ts';
import { isInitial, mainLine, newPlayed, notesOf, played, type PlayedGame } from './played.ts';
import {
  blameOf,
  CannotWrite,
  faultAt,
  OtherGame,
  type Lost,
  type Reading,
  type Written,
} from './reading.ts';
import { beginsWithTag, readTags } from './tags.ts';
import type { Unit } from './unit.ts';
import type { Layout } from './units.ts';

/** Of files with games. */
export type Extension = 'sgf' | 'pgn' | 'txt';

export interface Form {
  readonly id: string;
  readonly name: string;
  /** Ids of games. */
  readonly games: readonly string[];
  readonly layout: Layout;
  /** Of a new file, without the dot. */
  readonly extension: Extension;
  /** It has room for one line of moves, and for nothing beside it. */
  readonly isLine?: true;
  /** Of a form that is a line: one of the same words and layout with room for more. */
  readonly roomier?: string;
  /** Never throws for what a text says. */
  read(game: Game, unit: Unit): Reading;
  /** Null if the form is only read. @param encoding that of the file, if not UTF-8: SGF names it @throws CannotWrite */
  readonly write: ((whole: PlayedGame, encoding?: string) => Written) | null;
}

const allGames = [...games.keys()];

/** Reads with `work`; what it throws for the text's sake is a fault at the beginning. */
function reading(unit: Unit, work: () => Reading): Reading {
  try {
    return work();
  } catch (error) {
    const faults = [faultAt(unit, 0, null, blameOf(error))];
    return { whole: null, faults, ...(error instanceof OtherGame && { named: error.game }) };
  }
}

/** In characters: no position takes as many. */
const mostPosition = 8192;

/** In words: more than any position takes. */
const mostPositionWords = 100;

const own = new Map([...games.values()].map((game) => [game.id, ownWords(game)] as const));

/** Plain moves, and a start position before them if it is not the usual one. */
const moves: Form = {
  ...{ id: 'moves', name: 'moves as Plywire writes them', games: allGames, layout: 'games' },
  ...{ extension: 'txt', isLine: true, roomier: 'pgn' },
  read: (game, unit) =>
    reading(unit, () => {
      if (beginsWithTag(unit.text)) throw new BadNotation('these are tags of PGN');
      const form = own.get(game.id)!;
      const first = readWords(form, game, unit);
      if (first.faults.length === 0) return first;
      const placed = startBefore(game, unit.text);
      return placed === null ? first : readWords({ ...form, line: () => placed }, game, unit);
    }),
  write(whole) {
    const { game, root } = whole;
    const [, ...line] = mainLine(root);
    const list = game.movesText(
      root.position,
      line.map(({ move }) => move),
    );
    const start = isInitial(whole) && list !== '' ? '' : game.positionText(root.position);
    return {
      text: `${start}${start !== '' && list !== '' ? ' ' : ''}${list}\n`,
      lost: lostInList(whole, line.length),
    };
  },
};

/** The longest beginning of a text that is a position, with moves or nothing after it; null if there is none. */
function startBefore(game: Game, text: string): { readonly begin: number; readonly start: unknown } | null {
  const words = [...text.slice(0, mostPosition).matchAll(/\S+/g)].slice(0, mostPositionWords);
  for (let count = words.length; count > 0; count--) {
    const last = words[count - 1]!;
    const end = last.index + last[0].length;
    try {
      const start = game.parsePosition(text.slice(0, end));
      const word = /^\s+moves(?=\s|$)/i.exec(text.slice(end));
      return { begin: end + (word?.[0].length ?? 0), start };
    } catch (error) {
      blameOf(error);
    }
  }
  return null;
}

/** The words for a unit that was cut are the same in all forms, so that a text which is too long is told as that. */
function refuseLong(unit: Unit): void {
  if (unit.isCut) throw new BadNotation(tooLong);
  if (unit.text.length > mostPosition) throw new BadNotation('this is too long for a position');
}

/** A position on each line; of a game that is written, the one after its last move. */
const positions: Form = {
  ...{ id: 'positions', name: 'positions as Plywire writes them', games: allGames, layout: 'lines' },
  extension: 'txt',
  read: (game, unit) =>
    reading(unit, () => {
      refuseLong(unit);
      return { whole: newPlayed(game, game.parsePosition(unit.text)), faults: [] };
    }),
  write: (whole) => writePosition(whole, (position) => whole.game.positionText(position)),
};

/** @param form that of the text, if it is none of ours @throws CannotWrite */
function writePosition(
  whole: PlayedGame,
  textOf: (position: unknown) => string,
  form?: Pick<PositionsForm, 'read' | 'lacks'>,
): Written {
  const { game } = whole;
  const line = mainLine(whole.root);
  const { position } = line.at(-1)!;
  const lost = new Set<Lost>(lostInList(whole, line.length - 1));
  if (line.length > 1) lost.add('moves');
  try {
    const text = textOf(position);
    if (form?.lacks !== undefined) {
      const again = form.read(text).position;
      if (game.positionText(again) !== game.positionText(position)) lost.add(form.lacks);
    }
    return { text: `${text}\n`, lost: [...lost] };
  } catch (error) {
    throw new CannotWrite(blameOf(error));
  }
}

const pgn: Form = {
  ...{ id: 'pgn', name: 'PGN with our moves', games: allGames, layout: 'games' },
  extension: 'pgn',
  read: (game, unit) =>
    reading(unit, () => {
      const variant = unit.text.includes('[Variant') ? readTags(unit.text).values.get('Variant') : undefined;
      const told = variant === undefined ? undefined : gameOfVariant(variant);
      if (told !== undefined && told !== game) throw new OtherGame(told, game);
      return readWords(own.get(game.id)!, game, unit);
    }),
  write: (whole) => writeWords(own.get(whole.game.id)!, whole),
};

const sgf: Form = {
  ...{ id: 'sgf', name: 'SGF, the native record: all that a game holds', games: allGames, layout: 'sgf' },
  extension: 'sgf',
  read: (game, unit) => reading(unit, () => readNative(game, unit)),
  write: writeNative,
};

// --- forms of one game

function wordsOf(game: string, form: Extract<GameForm, { kind: 'words' }>): Form {
  return {
    ...namesOf(game, form),
    layout: form.aLineEach === true ? 'lines' : 'games',
    ...(form.isPgn === true ? { extension: 'pgn' } : { extension: 'txt', isLine: true }),
    read: (each, unit) => reading(unit, () => readWords(form, each, unit)),
    write: form.moveText === undefined ? null : (whole) => writeWords(form, whole),
  };
}

const namesOf = (game: string, { id, name }: GameForm): Pick<Form, 'id' | 'name' | 'games'> => ({
  ...{ id, name, games: [game] },
});

function positionsOf(game: string, form: PositionsForm): Form {
  const { write } = form;
  return {
    ...namesOf(game, form),
    layout: 'lines',
    extension: 'txt',
    read: (each, unit) =>
      reading(unit, () => {
        refuseLong(unit);
        const { position, score } = form.read(unit.text);
        const whole = newPlayed(each, position);
        if (score !== undefined) notesOf(whole.root).evaluations = [{ by: '', score }];
        return { whole, faults: [] };
      }),
    write: write === undefined ? null : (whole) => writePosition(whole, write, form),
  };
}

/** The main line as moves, and what is lost beside it. @throws CannotWrite */
function writeLine(whole: PlayedGame, write: (start: unknown, moves: readonly unknown[]) => string): Written {
  const [root, ...line] = mainLine(whole.root);
  try {
    const text = write(
      root!.position,
      line.map(({ move }) => move),
    );
    return { text: text.endsWith('\n') ? text : `${text}\n`, lost: lostInList(whole, line.length) };
  } catch (error) {
    throw new CannotWrite(blameOf(error));
  }
}

function fileOf(game: string, form: FileForm): Form {
  const { write } = form;
  return {
    ...namesOf(game, form),
    layout: 'file',
    extension: 'txt',
    read: (each, unit) =>
      reading(unit, () => {
        if (unit.isCut) throw new BadNotation(tooLong);
        const { start, moves: made, fault } = form.read(unit.text);
        const whole = newPlayed(each, start);
        let node = whole.root;
        for (const move of made) node = played(whole, node, move);
        return { whole, faults: fault === null ? [] : [faultAt(unit, fault.at, node.ply + 1, fault.why)] };
      }),
    write: write === undefined ? null : (whole) => writeLine(whole, write),
  };
}

function sgfOf(game: string, form: SgfForm): Form {
  const { write } = form;
  return {
    ...namesOf(game, form),
    layout: 'sgf',
    extension: 'sgf',
    read: (each, unit) => reading(unit, () => readForeignSgf(form, each, unit)),
    write: write === undefined ? null : (whole) => writeLine(whole, write),
  };
}

function formOf(game: string, form: GameForm): Form {
  switch (form.kind) {
    case 'words':
      return wordsOf(game, form);
    case 'positions':
      return positionsOf(game, form);
    case 'file':
      return fileOf(game, form);
    case 'sgf':
      return sgfOf(game, form);
  }
}

const all: readonly Form[] = [
  ...[moves, positions, sgf, pgn],
  ...[...formsOfGames].flatMap(([game, forms]) => forms.map((form) => formOf(game, form))),
];

/** By id, in the order in which they are listed and tried. */
export const forms: ReadonlyMap<string, Form> = new Map(all.map((form) => [form.id, form]));

/**
 * The form in which a game of a text is written back into it. The first games of a long list decide its form, and may be lines
 * where a later one says more.
 */
export function formToKeep(form: Form, whole: PlayedGame): Form {
  if (form.roomier === undefined || form.write!(whole).lost.length === 0) return form;
  return forms.get(form.roomier)!;
}

/** A form, read as one of its games. */
export interface Candidate {
  readonly form: Form;
  readonly game: Game;
}

/** @param form an id, or all; @param game an id, or all */
export const candidatesOf = (form: string | null, game: string | null): readonly Candidate[] =>
  all
    .filter(({ id }) => form === null || id === form)
    .flatMap((each) =>
      each.games
        .filter((id) => game === null || id === game)
        .map((id) => ({ form: each, game: gameById(id) })),
    );
