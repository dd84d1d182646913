import type { BrowserWindow, MessageBoxOptions } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Core } from '../api/core.ts';
import { mayLeave } from './leaving.ts';

const { showMessageBox } = vi.hoisted(() => ({
  showMessageBox: vi.fn<(window: unknown, options: MessageBoxOptions) => Promise<{ response: number }>>(),
}));
vi.mock('electron', () => ({ dialog: { showMessageBox } }));

const window = {} as BrowserWindow;
/** What was typed becomes a change of a game only once it is stored. */
let hasTyped: boolean;
const core = {
  files: { unsaved: () => (hasTyped ? [] : [{ key: 'g1' }]), fileOf: () => ({ name: 'game.sgf' }) },
} as unknown as Core;
const store = (isStuck: boolean) => async (): Promise<boolean> => {
  hasTyped = false;
  return isStuck;
};
const asked = () => showMessageBox.mock.calls.map(([, { message }]) => message);
const answers = (...responses: number[]) => {
  for (const response of responses) showMessageBox.mockResolvedValueOnce({ response });
};

beforeEach(() => {
  showMessageBox.mockReset();
  hasTyped = true;
});

it('has what was typed stored before it asks about games', async () => {
  answers(1);
  expect(await mayLeave(window, core, store(false))).toBe(true);
  expect(asked()).toEqual(['Save the changes to game.sgf?']);
});

it('asks about what could not be stored, first and by itself', async () => {
  answers(1);
  expect(await mayLeave(window, core, store(true))).toBe(false);
  expect(asked()).toEqual(['What you typed last could not be stored.']);
  answers(0, 1);
  expect(await mayLeave(window, core, store(true))).toBe(true);
  expect(asked()).toHaveLength(3);
});
