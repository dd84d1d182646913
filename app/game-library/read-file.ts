/** Reads a file into the library, as the index thread does: piece by piece, so that its size does not count. */
import { saidIn } from '../evaluations/from-files.ts';
import { counted } from '../games/sentences.ts';
import { fileSource, type TextSource } from '../library/text-source.ts';
import { decideText, undecidedWords } from '../library/text-form.ts';
import { GamesReader } from '../records/forms/games-reader.ts';
import type { Evaluation } from '../records/forms/played.ts';
import type { Reading } from '../records/forms/reading.ts';
import { candidatesOf } from '../records/forms/registry.ts';
import type { FormChoice } from '../shapes/files.ts';
import { choiceText, ColumnsMaker, unread, type FileFacts, type IndexedFile } from './indexed-file.ts';

/** The most that is indexed of one file; it is read up to there. */
const mostGames = 200_000;
const mostPositions = 10_000_000;

/** The most evaluations that are taken of one file. */
const mostSaid = 50_000;

/** Called with the number of games so far, as reading goes on. */
export type Progress = (games: number) => void;

/** What a file says of a position, as text for another thread. */
export interface SaidText {
  readonly position: string;
  readonly said: Evaluation;
}

export interface FileQuestion {
  /** Absolute. */
  readonly path: string;
  readonly facts: FileFacts;
  /** The form that the user has chosen for this file, which decides where several fit. */
  readonly choice: FormChoice | null;
}

export interface ReadFile {
  readonly file: IndexedFile;
  /** Of positions of `file.game`. */
  readonly said: readonly SaidText[];
}

/** @throws Error of the file system */
export async function readGames(
  { path, facts, choice }: FileQuestion,
  progress: Progress,
): Promise<ReadFile> {
  const source = watched(await fileSource(path), () => progress(0));
  let decided = await decideText(source, candidatesOf(null, null));
  const asked = decided.kind === 'several' ? choiceText(choice) : null;
  if (decided.kind === 'several') {
    const chosen = decided.candidates.filter(
      ({ form, game }) => form.id === choice?.form && game.id === choice.game,
    );
    if (chosen.length > 0) decided = await decideText(source, chosen);
  }
  if (decided.kind !== 'one') {
    const advice =
      decided.kind === 'several'
        ? ' Open it with Ctrl+O and choose the form, then choose Look for changes; or convert it with plywire convert --from.'
        : '';
    return { file: unread(facts, `It ${undecidedWords(decided)}.${advice}`, asked), said: [] };
  }
  const { candidate, pieces } = decided;
  const { game } = candidate;
  const said: SaidText[] = [];
  const maker = new ColumnsMaker();
  const reader = new GamesReader(candidate);
  const faults: { count: number; first: string } = { count: 0, first: '' };
  let unit = 0;
  let positions = 0;
  let isFull = false;
  const take = (readings: Iterable<Reading>): void => {
    for (const { whole, faults: found } of readings) {
      const number = unit++;
      const [first] = found;
      if (first !== undefined) {
        faults.count++;
        faults.first ||= `line ${first.line}, column ${first.column}: ${first.why}`;
      }
      if (whole === null) continue;
      for (const { position, said: each } of saidIn(whole)) {
        if (said.length < mostSaid) said.push({ position: game.positionText(position), said: each });
      }
      // A position alone is not a game.
      if (whole.root.children.length === 0) positions++;
      else if (maker.rows.length < mostGames && maker.positions < mostPositions) maker.add(number, whole);
      else isFull = true;
      if (isFull) return;
    }
  };
  for await (const piece of pieces) {
    take(reader.push(piece));
    if (isFull) break;
    progress(maker.rows.length);
  }
  if (!isFull) take(reader.end());
  const { rows } = maker;
  const fault =
    rows.length === 0 && positions > 0
      ? 'It has positions and no games.'
      : isFull
        ? `It has more games than the library takes of one file: ${rows.length} were read.`
        : faults.count === 0
          ? ''
          : `${counted(faults.count, 'game')} could not be read to the end; ${faults.first}.`;
  const form = candidate.form.id;
  const read = { ...facts, form, game: game.id, fault, choice: asked };
  return { file: { ...read, rows, columns: maker.made() }, said };
}

const watched = (source: TextSource, onPiece: () => void): TextSource => ({
  ...source,
  async *pieces() {
    for await (const piece of source.pieces()) {
      onPiece();
      yield piece;
    }
  },
});
