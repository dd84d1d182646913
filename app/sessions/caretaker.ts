/** What a session tells to whoever must know of it beyond its own life. Nothing of it throws. */
export interface Caretaker {
  /** Asked before a process is started: what the marks of all our processes begin with. */
  owner(): string;
  /** A process was started: the head of a process group of its own. */
  entered(pid: number): void;
  /** It has ended, and its group with it. */
  left(pid: number): void;
  /** A journal could not be written, or one could. */
  journalled(error: Error | null): void;
}
