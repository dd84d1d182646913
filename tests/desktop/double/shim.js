// What a preload script finds in its world: the parts of `electron` that a sandboxed one may require. Runs in the page;
// `doubled*` are bindings to the main process.
/* global window, atob, btoa */
globalThis.__plywireDouble = (() => {
  const listeners = new Map();
  const ports = new Map();
  const pack = (data) =>
    data instanceof Uint8Array ? { bytes: btoa(String.fromCharCode(...data)) } : { data };
  const unpack = (packed) =>
    'bytes' in packed ? Uint8Array.from(atob(packed.bytes), (byte) => byte.charCodeAt(0)) : packed.data;
  let nextPort = 0;
  const electron = {
    contextBridge: {
      exposeInMainWorld(name, api) {
        Object.defineProperty(window, name, { value: Object.freeze(api) });
      },
    },
    ipcRenderer: {
      send: (channel, ...args) => void window.doubledSend({ channel, args }),
      async invoke(channel, ...args) {
        const answer = await window.doubledInvoke({ channel, args });
        if ('error' in answer) throw new Error(answer.error);
        return answer.value;
      },
      on(channel, listener) {
        listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
      },
      postMessage(channel, message, transfer) {
        const named = transfer.map((port) => {
          const id = `${Math.random().toString(36).slice(2)}-${nextPort++}`;
          ports.set(id, port);
          port.onmessage = ({ data }) => void window.doubledPort({ id, packed: pack(data) });
          return id;
        });
        void window.doubledSend({ channel, args: [message], ports: named });
      },
    },
    webUtils: { getPathForFile: (file) => window.doubledFiles?.[file.name] ?? '' },
  };
  return {
    require(name) {
      if (name === 'electron') return electron;
      throw new Error(`module not found: ${name}`);
    },
    hear: (channel, args) => listeners.get(channel)?.forEach((listener) => listener({}, ...args)),
    take(id, packed) {
      const port = ports.get(id);
      if (packed.close) return port?.close();
      port?.postMessage(unpack(packed));
    },
  };
})();
