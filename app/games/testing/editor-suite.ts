/** The suite for every position editor: whatever is edited can be drawn, written and read, and errors are what the reader refuses. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  editChoices,
  edited,
  editorGeometry,
  editorView,
  editRefusal,
  faultsOf,
  type EditableGame,
  type EditMode,
} from '../editing.ts';
import { BadNotation, type Setup } from '../game.ts';
import { runsOn } from './effort.ts';

/** What texts of positions consist of, and what they do not. */
const SCRAPS = [
  '',
  ' ',
  '0',
  '1',
  '9',
  '12',
  '99',
  '-',
  ',',
  ';',
  '/',
  'x',
  'o',
  'w',
  'b',
  'a1',
  'e5h',
  'd7',
  '[',
  ']',
  'é',
  '\u202e',
];

const anyPicks = fc.array(fc.nat(1_000_000), { minLength: 1, maxLength: 40, size: 'max' });

const modesOf = ({ editor }: EditableGame): EditMode[] => [
  ...editor.tools.map(({ id }): EditMode => ({ kind: 'put', tool: id })),
  { kind: 'remove' },
  { kind: 'move' },
];

/** The drafts of random presses, sides and fields; each number decides about one. */
function drafts(game: EditableGame, start: unknown, picks: readonly number[]): unknown[] {
  const { editor } = game;
  const modes = modesOf(game);
  const found = [start];
  for (const pick of picks) {
    const draft = found.at(-1);
    const [what, which] = [pick % (modes.length + 4), Math.floor(pick / (modes.length + 4))];
    if (what === modes.length) found.push(editor.withMover(draft, which % 2 === 0 ? 0 : 1));
    else if (what === modes.length + 1 && which % 8 === 0) found.push(editor.cleared(draft));
    else if (what === modes.length + 2) found.push(game.initial(game.setupOf(draft)));
    else if (what === modes.length + 3) {
      const fields = editor.fields(draft);
      const field = fields[which % Math.max(1, fields.length)];
      if (field === undefined) continue;
      found.push(editor.withField(draft, field.id, valueIn(field, which)));
    } else {
      const mode = modes[what % modes.length]!;
      const choices = editChoices(game, draft, editorGeometry(game, draft), mode);
      const choice = choices[which % Math.max(1, choices.length)];
      const after = choice === undefined ? undefined : edited(game, draft, choice.move);
      if (after !== undefined && after.refusal === undefined) found.push(after.draft);
    }
  }
  return found;
}

type Field = ReturnType<EditableGame['editor']['fields']>[number];

function valueIn(field: Field, which: number): number {
  if (field.kind === 'choice') return field.choices[which % field.choices.length]!.value;
  const { min, max, step } = field;
  return min + step * (which % (Math.floor((Math.min(max, min + 20) - min) / step) + 1));
}

/** @param effort a factor of the numbers of random drafts */
export function editorSuite(
  game: EditableGame,
  setups: readonly (readonly [string, Setup])[],
  effort: number,
): void {
  const { editor } = game;
  const errorsOf = (draft: unknown) => editor.faults(draft).filter(({ level }) => level === 'error');

  describe.each(setups)('the editor with %s', { timeout: 60_000 }, (_setup, setup) => {
    const start = game.initial(setup);
    const runs = (most: number): number => runsOn(editorGeometry(game, start).areas.length, most, effort);

    it('has tools, areas and fields that are unique and sound', () => {
      const unique = (ids: readonly string[]) => expect(new Set(ids).size).toBe(ids.length);
      unique(editor.tools.map(({ id }) => id));
      unique(editor.tools.map(({ name }) => name));
      const { areas, width, height } = editorGeometry(game, start);
      unique(areas.map(({ id }) => id));
      unique(areas.map(({ name }) => name));
      expect(areas.filter(({ x, y }) => x < 0 || y < 0 || x > width || y > height)).toEqual([]);
      unique(editor.fields(start).map(({ id }) => id));
      expect(editor.faults(start)).toEqual([]);
    });

    it('writes every draft so that it is read again, and tells as errors what a position cannot have', () => {
      fc.assert(
        fc.property(anyPicks, (picks) => {
          for (const draft of drafts(game, start, picks)) {
            const text = game.positionText(draft);
            expect(game.positionText(editor.read(text))).toBe(text);
            const errors = errorsOf(draft);
            if (errors.length === 0) {
              const position = game.parsePosition(text);
              expect(game.positionText(position)).toBe(text);
              expect(game.moves(position).length === 0).toBe(game.result(position) !== null);
            } else {
              expect(() => game.parsePosition(text)).toThrow(BadNotation);
              expect(() => game.parsePosition(text)).toThrow(errors[0]!.words);
            }
          }
        }),
        { numRuns: runs(6) },
      );
    });

    it('draws whatever it reads, however a text was changed', () => {
      const changes = fc.array(fc.tuple(fc.nat(10_000), fc.constantFrom(...SCRAPS)), { maxLength: 4 });
      fc.assert(
        fc.property(anyPicks, changes, (picks, cuts) => {
          let text = game.positionText(drafts(game, start, picks.slice(0, 10)).at(-1));
          for (const [at, scrap] of cuts) {
            const index = at % (text.length + 1);
            text = text.slice(0, index) + scrap + text.slice(index + (at % 3));
          }
          let draft: unknown;
          try {
            draft = editor.read(text);
          } catch (error) {
            expect(error).toBeInstanceOf(BadNotation);
            return;
          }
          const geometry = editorGeometry(game, draft);
          const faults = faultsOf(game, draft);
          editorView(game, draft, geometry, faults);
          editChoices(game, draft, geometry, { kind: 'move' });
          const fields = editor.fields(draft);
          for (const { id, value } of fields) editor.withField(draft, id, value);
          expect(game.positionText(editor.read(game.positionText(draft)))).toBe(game.positionText(draft));
        }),
        { numRuns: runs(8) },
      );
    });

    it('draws every draft, and names its faults at areas of its board', () => {
      fc.assert(
        fc.property(anyPicks, (picks) => {
          for (const draft of drafts(game, start, picks)) {
            const geometry = editorGeometry(game, draft);
            const ids = new Set(geometry.areas.map(({ id }) => id));
            const faults = faultsOf(game, draft);
            expect(faults.flatMap(({ at }) => at).filter((id) => !ids.has(id))).toEqual([]);
            expect(faults.filter(({ words }) => words.endsWith('.') || words === '')).toEqual([]);
            const view = editorView(game, draft, geometry, faults);
            expect(Object.keys(view.standing ?? {}).filter((id) => !ids.has(id))).toEqual([]);
            expect(new Set(view.pieces.map(({ id }) => id)).size).toBe(view.pieces.length);
            const marked = view.marks.filter(({ look }) => look === 'fault');
            expect(marked).toHaveLength(new Set(faults.flatMap(({ at }) => at)).size);
            for (const { remedy } of faults) {
              if (remedy === undefined) continue;
              const left = editor.faults(remedy.draft).map(({ words }) => words);
              expect(left.length).toBeLessThan(editor.faults(draft).length);
            }
          }
        }),
        { numRuns: runs(3) },
      );
    });

    it('offers what it does, says why it refuses, and never writes to a draft', () => {
      fc.assert(
        fc.property(anyPicks, fc.nat(1_000_000), (picks, which) => {
          const all = drafts(game, start, picks.slice(0, 12));
          const before = all.map((draft) => game.positionText(draft));
          const draft = all.at(-1);
          const geometry = editorGeometry(game, draft);
          for (const mode of modesOf(game)) {
            const choices = editChoices(game, draft, geometry, mode);
            const open = new Set(choices.map(({ path }) => path[0]));
            for (const { id } of geometry.areas) {
              if (mode.kind !== 'put') break;
              const { refusal } = edited(game, draft, { ...mode, area: id });
              expect(refusal === undefined).toBe(open.has(id));
              expect(editRefusal(game, draft, geometry, mode, [id])).toBe(refusal ?? '');
            }
            const choice = choices[which % Math.max(1, choices.length)];
            if (choice === undefined) continue;
            const after = edited(game, draft, choice.move);
            if (after.refusal !== undefined) throw new Error(after.refusal);
            expect(game.positionText(after.draft)).not.toBe(game.positionText(draft));
            expect(choice.preview.length).toBeLessThanOrEqual(game.view(after.draft, null).pieces.length);
          }
          expect(all.map((each) => game.positionText(each))).toEqual(before);
        }),
        { numRuns: runs(2) },
      );
    });

    it('sets each field to what it is told, and each side to move', () => {
      fc.assert(
        fc.property(anyPicks, fc.nat(1000), (picks, which) => {
          const draft = drafts(game, start, picks.slice(0, 8)).at(-1);
          for (const seat of [0, 1] as const) {
            expect(game.seatToMove(editor.withMover(draft, seat))).toBe(seat);
          }
          for (const field of editor.fields(draft)) {
            const value = valueIn(field, which);
            const after = editor.fields(editor.withField(draft, field.id, value));
            expect(after.find(({ id }) => id === field.id)?.value).toBe(value);
          }
        }),
        { numRuns: runs(6) },
      );
    });
  });
}
