import { join } from 'node:path';
import type { Protocol } from '../../app/protocols/protocol.ts';
import { Session } from '../../app/sessions/session.ts';

/** A session, not started yet, with a program that Node runs. @param folder for its journal */
export const nodeSession = (file: string, protocol: Protocol, folder: string, round: number): Session =>
  new Session({
    id: `bench-${round}`,
    launch: {
      file,
      interpreter: process.execPath,
      interpreterArgs: [],
      args: [],
      folder: null,
      environment: {},
      sandbox: false,
      bundled: false,
    },
    protocol,
    journalPath: join(folder, `${round}.journal`),
  });
