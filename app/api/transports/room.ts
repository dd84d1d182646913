import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds the connections that have not shown the token: where there are more, the oldest is closed. So one that
 * takes its time to ask, or that stays without a wish, makes room for the owner's, and one that has shown the token
 * is never closed for the others' sake.
 */
export class Room {
  readonly #unproven = new Set<Socket>();

  constructor(server: Server, most: number) {
    server.on('connection', (socket: Socket) => {
      this.#unproven.add(socket);
      socket.once('close', () => this.#unproven.delete(socket));
      if (this.#unproven.size <= most) return;
      const [oldest] = this.#unproven;
      this.#unproven.delete(oldest!);
      oldest!.destroy();
    });
  }

  /** It has shown the token. */
  prove(socket: Socket): void {
    this.#unproven.delete(socket);
  }
}
