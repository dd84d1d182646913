/**
 * The sounds of the board, made on the spot: a short tone with a soft start and a quick decay. Quiet by design: the
 * loudest sample is about a fifth of what a speaker can do.
 */

export type Sound = 'move' | 'capture' | 'end';

interface Tone {
  readonly hertz: number;
  /** Seconds after the sound's start. */
  readonly at: number;
  /** Seconds until it has faded. */
  readonly length: number;
  /** From 0 to 1. */
  readonly volume: number;
}

const tones: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [{ hertz: 330, at: 0, length: 0.09, volume: 0.16 }],
  capture: [
    { hertz: 247, at: 0, length: 0.08, volume: 0.16 },
    { hertz: 185, at: 0.06, length: 0.12, volume: 0.16 },
  ],
  end: [
    { hertz: 392, at: 0, length: 0.22, volume: 0.09 },
    { hertz: 494, at: 0.11, length: 0.22, volume: 0.09 },
    { hertz: 587, at: 0.22, length: 0.34, volume: 0.09 },
  ],
};

/** Seconds in which a tone reaches its volume: without them it would begin with a click. */
const ATTACK = 0.004;
/** What counts as silence to an exponential ramp, which cannot reach 0. */
const SILENCE = 0.0001;

export function playSound(context: BaseAudioContext, sound: Sound): void {
  for (const { hertz, at, length, volume } of tones[sound]) {
    const start = context.currentTime + at;
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz });
    const level = new GainNode(context, { gain: 0 });
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(volume, start + ATTACK);
    level.gain.exponentialRampToValueAtTime(SILENCE, start + length);
    tone.connect(level).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}

/** What the sounds depend on. */
export interface Sounding {
  /** The key of the game shown, and the node. */
  readonly game: string;
  readonly node: number;
  readonly parent: number | null;
  /** The number of pieces on the board, of which some may be stacked. */
  readonly pieces: number;
  readonly isOver: boolean;
}

/** The sound of going from one node to another: of one step forward in one game, else null. */
export function soundOf(before: Sounding | null, after: Sounding): Sound | null {
  if (before === null || before.game !== after.game || before.node !== after.parent) return null;
  if (after.isOver) return 'end';
  return after.pieces < before.pieces ? 'capture' : 'move';
}

/** Milliseconds between two sounds at least: a key that is held would make a rattle of them. */
const APART = 80;

/** Plays sounds through the speakers. */
export class Speaker {
  #context: AudioContext | null = null;
  #last = -Infinity;

  play(sound: Sound): void {
    const now = performance.now();
    if (now - this.#last < APART) return;
    this.#last = now;
    this.#context ??= new AudioContext();
    // A page that the user has not touched yet may make no sound.
    if (this.#context.state === 'suspended') void this.#context.resume().catch(() => undefined);
    playSound(this.#context, sound);
  }

  close(): void {
    void this.#context?.close();
    this.#context = null;
  }
}
