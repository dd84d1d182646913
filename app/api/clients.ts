/** The windows that are connected to a host, and what it leaves while it has none. */
import { systemClock, type Clock, type Timer } from '../sessions/clock.ts';

/** In milliseconds: longer than a page takes to load again, or to connect again. */
const absence = 5000;

export interface ClientsPorts {
  /** The last client left `absence` milliseconds ago. Not called before a first one has come. */
  onAbsent(): void;
  /** A client has come after that. */
  onReturn(): void;
}

export class Clients {
  readonly #ports: ClientsPorts;
  readonly #clock: Clock;
  #count = 0;
  #timer: Timer | null = null;
  #isAbsent = false;
  #isClosed = false;

  constructor(ports: ClientsPorts, clock: Clock = systemClock) {
    this.#ports = ports;
    this.#clock = clock;
  }

  /** Counts a client. @returns called once, when its connection has closed */
  enter(): () => void {
    this.#count++;
    this.#timer?.clear();
    this.#timer = null;
    if (this.#isAbsent) {
      this.#isAbsent = false;
      this.#ports.onReturn();
    }
    return () => {
      this.#count--;
      if (this.#count > 0 || this.#isClosed) return;
      this.#timer = this.#clock.setTimer(() => this.#miss(), absence);
    };
  }

  /** At the end of the host, whose clients may leave later. */
  close(): void {
    this.#isClosed = true;
    this.#timer?.clear();
    this.#timer = null;
  }

  #miss(): void {
    this.#timer = null;
    this.#isAbsent = true;
    this.#ports.onAbsent();
  }
}
