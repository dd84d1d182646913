/**
 * The one bridge between the sandboxed page and the main process. It hands the page a port and a few native
 * things; it is also the only place where the path of a dropped file is read, for the page never sees one.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { bridgeName, portMessage, type DesktopBridge, type Dropped } from './api/desktop-bridge.ts';
import { channels } from './desktop/channels.ts';

let dropped: ((found: Dropped) => void) | null = null;

const bridge: DesktopBridge = {
  connect: () => {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(channels.connect, null, [port1]);
    window.postMessage(portMessage, window.origin, [port2]);
  },
  chooseEngine: () => ipcRenderer.invoke(channels.chooseEngine),
  chooseRecording: () => ipcRenderer.invoke(channels.chooseRecording),
  onDropped: (listener) => void (dropped = listener),
  setMenu: (lines) => ipcRenderer.send(channels.menu, lines),
  onCommand: (listener) => void ipcRenderer.on(channels.command, (_, id: string) => listener(id)),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

// Without this the window would leave the app for the file that is dropped on it.
window.addEventListener('dragover', (event) => {
  if (carriesFiles(event)) event.preventDefault();
});

window.addEventListener('drop', (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  // A script can make a drop of its own, but neither a trusted one nor a file that has a path.
  if (!event.isTrusted) return;
  const files = [...(event.dataTransfer?.files ?? [])];
  const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
  void ipcRenderer.invoke(channels.drop, paths).then((found: Dropped | null) => {
    if (found !== null) dropped?.(found);
  });
});
