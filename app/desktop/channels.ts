/** The channels between the preload script and the main process. */
export const channels = {
  /** From the page, with a port. */
  connect: 'plywire:connect',
  chooseEngine: 'plywire:choose-engine',
  chooseGame: 'plywire:choose-game',
  chooseTarget: 'plywire:choose-target',
  /** From the page, once it listens to files that the system asks us to open. */
  listening: 'plywire:listening',
  /** To the page: such a file. */
  opened: 'plywire:opened',
  /** From the page, with the paths that the preload script read from a drop. */
  drop: 'plywire:drop',
  menu: 'plywire:menu',
  /** To the page: the id of a command. */
  command: 'plywire:command',
} as const;
