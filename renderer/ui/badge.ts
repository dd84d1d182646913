/**
 * `ready` a hollow ring, `ok` a tick, `busy` a turning arc, `wait` two bars, `bad` a cross, `off` a dash.
 */
export type BadgeTone = 'ready' | 'ok' | 'busy' | 'wait' | 'bad' | 'off';
