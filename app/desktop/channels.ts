/** The channels between the preload script and the main process. */
export const channels = {
  /** From the page, with a port. */
  connect: 'plywire:connect',
  chooseEngine: 'plywire:choose-engine',
  chooseRecording: 'plywire:choose-recording',
  /** From the page, with the paths that the preload script read from a drop. */
  drop: 'plywire:drop',
  menu: 'plywire:menu',
  /** To the page: the id of a command. */
  command: 'plywire:command',
} as const;
