import { EventEmitter } from 'node:events';
import type { BrowserWindow } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Core } from '../api/core.ts';
import { openBridge, type Bridge } from './bridge.ts';
import { channels } from './channels.ts';

const { ipcMain } = await vi.hoisted(async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return { ipcMain: Object.assign(new Emitter(), { handle: () => undefined }) };
});
vi.mock('electron', () => ({ ipcMain, dialog: {}, Menu: {} }));

const ours = { url: 'plywire://app/' };
/** It has our address, but is not the top frame. */
const foreign = { url: 'plywire://app/' };
const from = (senderFrame: object) => ({ senderFrame });

let sent: unknown[][];
let bridge: Bridge;

beforeEach(() => {
  ipcMain.removeAllListeners();
  sent = [];
  const webContents = Object.assign(new EventEmitter(), {
    mainFrame: ours,
    send: (...words: unknown[]) => sent.push(words),
  });
  const core = { picker: { admit: async (path: string) => ({ id: path, name: path }) } };
  const window = { webContents, isDestroyed: () => false };
  bridge = openBridge(window as unknown as BrowserWindow, core as unknown as Core);
});

it('tells no file before its own page listens', async () => {
  bridge.openFiles({ files: ['/a.sgf'], omitted: 0 });
  ipcMain.emit(channels.listening, from(foreign));
  await new Promise((resolve) => setTimeout(resolve));
  expect(sent).toEqual([]);
  ipcMain.emit(channels.listening, from(ours));
  await vi.waitFor(() => expect(sent).toMatchObject([[channels.opened, { files: [{ folder: '/' }] }]]));
});

it('takes only the word of its own page that what was typed is stored', async () => {
  ipcMain.emit(channels.listening, from(ours));
  const stored = bridge.storeTyped();
  const [[, id]] = sent as [[string, number]];
  ipcMain.emit(channels.stored, from(foreign), id, false);
  ipcMain.emit(channels.stored, from(ours), id, true);
  expect(await stored).toBe(true);
});
