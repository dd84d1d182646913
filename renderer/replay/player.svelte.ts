/** Plays a recording in real time, or at a multiple of it. */

export const speeds = [0.25, 1, 4, 16, 64, 256] as const;

/** Milliseconds between two steps: each queries the host, and shorter steps make no visible difference. */
const glance = 40;

export class Player {
  playing = $state(false);
  speed = $state(1);
  /** Seconds into the recording while it plays. */
  head = $state(0);
  readonly #where: () => { readonly seconds: number; readonly end: number };
  readonly #show: (seconds: number) => void;
  #timer: ReturnType<typeof setInterval> | undefined;

  /** @param where returns the times of the line in focus and of the last line, in seconds */
  constructor(
    where: () => { readonly seconds: number; readonly end: number },
    show: (seconds: number) => void,
  ) {
    this.#where = where;
    this.#show = show;
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.#play();
  }

  pause(): void {
    clearInterval(this.#timer);
    this.playing = false;
  }

  #play(): void {
    const { seconds, end } = this.#where();
    // From the end, playing starts over.
    this.head = seconds >= end ? 0 : seconds;
    this.playing = true;
    let last = performance.now();
    this.#timer = setInterval(() => {
      const now = performance.now();
      this.head = Math.min(this.#where().end, this.head + ((now - last) / 1000) * this.speed);
      last = now;
      this.#show(this.head);
      if (this.head >= this.#where().end) this.pause();
    }, glance);
  }
}
