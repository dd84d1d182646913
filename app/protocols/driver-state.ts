/** Where a conversation stands, in the words that all protocols share. */
export type DriverState =
  | 'new'
  | 'handshake'
  | 'idle'
  /** Between a request and the engine's leave to think (waiting for a ready answer). */
  | 'preparing'
  | 'thinking'
  /** Asked to stop, or given up where nothing stops the engine; not yet answered. */
  | 'stopping'
  /** Told to leave; nothing more is requested. */
  | 'quitting';
