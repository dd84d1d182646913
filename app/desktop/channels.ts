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
  /** To the page, with an id: it is to store what was typed. */
  store: 'plywire:store',
  /** From the page, with that id, and whether something could not be stored. */
  stored: 'plywire:stored',
  menu: 'plywire:menu',
  /** To the page: the id of a command. */
  command: 'plywire:command',
} as const;
