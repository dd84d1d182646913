/**
 * The only bridge between the sandboxed page and the main process. It gives the page a port and a few native functions.
 * It is also the only place that reads the path of a dropped file; the page never sees one.
 */
import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { bridgeName, portMessage, type DesktopBridge, type GivenFiles } from './api/desktop-bridge.ts';
import { channels } from './desktop/channels.ts';

let dropped: ((given: GivenFiles) => void) | null = null;

const bridge: DesktopBridge = {
  connect: () => {
    const { port1, port2 } = new MessageChannel();
    ipcRenderer.postMessage(channels.connect, null, [port1]);
    window.postMessage(portMessage, window.origin, [port2]);
  },
  chooseEngine: () => ipcRenderer.invoke(channels.chooseEngine),
  chooseGame: () => ipcRenderer.invoke(channels.chooseGame),
  chooseTarget: (name) => ipcRenderer.invoke(channels.chooseTarget, name),
  onOpened: (listener) => {
    ipcRenderer.on(channels.opened, (_, given: GivenFiles) => listener(given));
    ipcRenderer.send(channels.listening);
  },
  onDropped: (listener) => void (dropped = listener),
  onStore: (store) =>
    void ipcRenderer.on(channels.store, (_, id: number) => {
      void store()
        .catch(() => true)
        .then((isStuck) => ipcRenderer.send(channels.stored, id, isStuck));
    }),
  setMenu: (lines) => ipcRenderer.send(channels.menu, lines),
  onCommand: (listener) => void ipcRenderer.on(channels.command, (_, id: string) => listener(id)),
};

contextBridge.exposeInMainWorld(bridgeName, bridge);

const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') ?? false;

// Without this the window would navigate to a dropped file.
window.addEventListener('dragover', (event) => {
  if (carriesFiles(event)) event.preventDefault();
});

window.addEventListener('drop', (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  // A script can create a drop event, but not a trusted one, nor a file with a path.
  if (!event.isTrusted) return;
  const files = [...(event.dataTransfer?.files ?? [])];
  const paths = files.map((file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
  void ipcRenderer.invoke(channels.drop, paths).then((given: GivenFiles | null) => {
    if (given !== null) dropped?.(given);
  });
});
