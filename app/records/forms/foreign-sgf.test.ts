/** SGF of other programs: what a form does not read is kept, and told where it would be lost. */
import { describe, expect, it } from 'vitest';
import type { PlayedGame } from './played.ts';
import { forms } from './registry.ts';
import { readAny } from './testing/read-any.ts';

const moves = ';P0[1 Capture D 3 D 4];P0[2 Done];P1[3 Capture E 9 D 8];P1[4 Pass];P1[5 Done])';

function read(text: string): PlayedGame {
  const { decision, readings } = readAny(text);
  expect(decision).toMatchObject({ kind: 'one', candidate: { form: { id: 'boardspace' } } });
  expect(readings.map(({ faults }) => faults)).toEqual([[]]);
  return readings[0]!.whole!;
}

const lostOf = (whole: PlayedGame): readonly string[] => forms.get('boardspace')!.write!(whole).lost;

describe('a game of boardspace', () => {
  it('loses nothing where it has moves alone', () => {
    expect(lostOf(read(`(;GM[Tzaar]VV[1]SU[tzaar-standard];P0[0 Start P0]${moves}`))).toEqual([]);
  });

  it.each([
    ['headers', 'DT[2024.03.02]'],
    ['comments', 'C[good]'],
    ['properties of other programs', 'GC[good game]'],
    ['properties of other programs', 'TM[00:12:34]'],
    ['properties of other programs', 'P0[ranking 1800]'],
    ['properties of other programs', 'VV[2]'],
  ])('is told to lose its %s: %s', (lost, property) => {
    const text = `(;GM[Tzaar]${property}SU[tzaar-standard]${moves}`;
    expect(lostOf(read(text))).toEqual([lost]);
    expect(lostOf(read(text.replace(property, '').replace('Pass]', `Pass]${property}`)))).toEqual([
      lost === 'headers' ? 'properties of other programs' : lost,
    ]);
  });

  it('keeps all of it in the native record', () => {
    const whole = read(
      `(;GM[Tzaar]VV[1]SU[tzaar-standard]RE[The game was won by one]DT[2024.03.02]EV[Club]GN[T-1]GC[g];P0[id "one"]` +
        `;P1[id "two"];P0[ranking 1800]C[first]${moves.replace('Done]', 'Done]C[opening]TM[12]').replace('Done])', 'Done]TM[7];P0[resign])')}`,
    );
    expect(whole.headers).toEqual({
      ...{ white: 'one', black: 'two', result: '1-0', termination: 'The game was won by one' },
      ...{ date: '2024.03.02', event: 'Club', title: 'T-1' },
    });
    const [again] = readAny(forms.get('sgf')!.write!(whole).text).readings;
    expect(again!.faults).toEqual([]);
    expect(again!.whole!.headers).toEqual(whole.headers);
    expect(again!.whole!.root.notes).toEqual({
      comment: 'first',
      properties: { GC: ['g'], P0: ['ranking 1800'] },
    });
    expect(forms.get('sgf')!.write!(again!.whole!)).toEqual(forms.get('sgf')!.write!(whole));
    expect(JSON.stringify(forms.get('sgf')!.write!(whole))).toMatch(
      /C\[opening\]TM\[12\].*TM\[7\]P0\[resign\]/,
    );
  });

  it.each([
    ['PW[x]', { PW: ['x'] }],
    ['DT[2024][2025]', { DT: ['2024', '2025'] }],
  ])('keeps a header that it cannot take: %s', (property, properties) => {
    const whole = read(`(;GM[Tzaar]${property}SU[tzaar-standard];P0[id "one"];P1[id "two"]${moves}`);
    expect(whole.headers).toEqual({ white: 'one', black: 'two' });
    expect(whole.root.notes?.properties).toEqual(properties);
  });

  it('is told what the native record has another meaning for', () => {
    const lost = (more: string, moved = ''): readonly string[] =>
      forms.get('sgf')!.write!(
        read(`(;GM[Tzaar]${more}SU[tzaar-standard];P0[id "one"]${moves.replace('Pass]', `Pass]${moved}`)}`),
      ).lost;
    expect(lost('GC[x]', 'TM[1]')).toEqual([]);
    expect(lost('PW[x]')).toEqual(['properties of other programs']);
    expect(lost('', 'B[x]')).toEqual(['properties of other programs']);
  });

  it('tells of a comment that was cut', () => {
    const text = `(;GM[Tzaar]SU[tzaar-standard]C[${'x'.repeat(2_000_000)}]${moves}`;
    const { readings } = readAny(text, { form: 'boardspace', game: 'stones' });
    expect(readings[0]!.faults).toMatchObject([{ why: 'the comment is too long, and was cut' }]);
  });

  it('has no result where its text names none of the players', () => {
    const text = `(;GM[Tzaar]SU[tzaar-standard]RE[The game was won by three];P0[id "one"];P1[id "two"]${moves}`;
    expect(read(text).headers).toMatchObject({ termination: 'The game was won by three' });
    expect(read(text).headers).not.toHaveProperty('result');
  });
});

it('keeps all that a replay of tq1 says', () => {
  const text = 'tq1#{"winner":"white","plies":2,"white":"a \\"b\\"","date":"2024-01-05","rated":true} e2 e8';
  const { readings } = readAny(text, { form: 'tq1', game: 'quoridor' });
  expect(readings[0]).toMatchObject({ faults: [] });
  const { whole } = readings[0]!;
  expect(whole!.headers).toEqual({ result: '1-0', white: 'a "b"', date: '2024-01-05', rated: 'true' });
  expect(forms.get('tq1')!.write!(whole!).lost).toEqual(['headers']);
});

it.each([
  ['{"winner":"white",}', { result: '1-0', replay: '{"winner":"white",}' }],
  ["{winner:'white'}", { replay: "{winner:'white'}" }],
  ['{"winner":"black","result":"foo"}', { result: '0-1', resultText: 'foo' }],
  ['{"result":"foo","winner":"black"}', { result: '0-1', resultText: 'foo' }],
  ['{"result":"0-1"}', { result: '0-1' }],
  ['{"winner":null,"white":null,"rated":true}', { rated: 'true' }],
])('reads a replay of tq1 that says %s', (said, headers) => {
  const { readings } = readAny(`tq1#${said} e2 e8`, { form: 'tq1', game: 'quoridor' });
  expect(readings).toMatchObject([{ faults: [] }]);
  expect(readings[0]!.whole).toMatchObject({ nodes: 3 });
  expect(readings[0]!.whole!.headers).toEqual(headers);
});
