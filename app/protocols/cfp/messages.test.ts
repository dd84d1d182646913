import { describe, expect, it } from 'vitest';
import { engineCases, engineExamples, guiCases, guiExamples, type Case } from './messages.cases.ts';
import {
  engineCommands,
  formatEngine,
  formatGui,
  guiCommands,
  readEngine,
  readGui,
  type EngineMessage,
  type GuiMessage,
  type Heard,
} from './messages.ts';

function check<Message extends { kind: string }>(
  cases: readonly Case<Message>[],
  read: (line: string) => Heard<Message>,
  write: (message: Message) => string,
): void {
  it.each(cases.map((one) => [one.line, one] as const))('%j', (line, { says, canonical, odd = [] }) => {
    const { message, oddities } = read(line);
    expect(message).toEqual(says);
    expect(oddities.map(({ name }) => name)).toEqual(odd);
    for (const { clause, text } of oddities) {
      expect(clause).toMatch(/^CFP, /);
      expect(text).toMatch(/\.$/);
    }
    if (says === null || says.kind === 'unreadable') return;
    const written = write(says as Message);
    expect(written).toBe(canonical ?? line);
    expect(write(read(written).message as Message), 'what we write reads the same').toBe(written);
  });
}

describe('the lines to the engine that the text shows', () => check(guiExamples, readGui, formatGui));
describe('the lines from the engine that the text shows', () =>
  check(engineExamples, readEngine, formatEngine));
describe('other lines to the engine', () => check(guiCases, readGui, formatGui));
describe('other lines from the engine', () => check(engineCases, readEngine, formatEngine));

describe('the table of commands', () => {
  const shown = (cases: readonly Case<{ kind: string }>[]): Set<string | undefined> =>
    new Set(cases.map(({ says }) => says?.kind));

  it('has an example of every command', () => {
    for (const kind of Object.keys(guiCommands)) expect(shown(guiExamples)).toContain(kind);
    for (const kind of Object.keys(engineCommands)) expect(shown(engineExamples)).toContain(kind);
  });

  it('writes every message on one line', () => {
    const value: GuiMessage = { kind: 'setoption', name: 'Book', value: 'a\nquit' };
    expect(formatGui(value)).toBe('setoption name Book value a quit');
    const info: EngineMessage = { kind: 'info', text: 'two\r\nlines' };
    expect(formatEngine(info)).toBe('info two lines');
  });

  it('quotes a long unknown line in short', () => {
    const { oddities } = readEngine('x'.repeat(60_000));
    expect(oddities[0]!.text.length).toBeLessThan(200);
  });
});
