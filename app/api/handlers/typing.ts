import { Refused } from '../../shapes/refused.ts';
import type { SessionEntry } from '../../sessions/session-registry.ts';
import { followsPlace } from '../../sessions/types.ts';
import type { Core } from '../core.ts';
import { journalNow } from '../kept-journals.ts';
import { os } from './base.ts';
import { rewriting } from './rewritten.ts';

const { sessions } = os;

/** More completions than any position has moves, in the notation of any protocol. */
const mostOffers = 1000;

/** @throws Refused if the session is no longer listed */
export function entryOf(core: Core, id: string): SessionEntry {
  const entry = core.sessionRegistry.get(id);
  if (!entry) throw new Refused('That session is no longer listed.', 'Its journal is still on disk.');
  return entry;
}

/** The calls of `sessions` that concern typed lines and transcripts. */
export const typingHandlers = {
  offers: sessions.offers.handler(({ input, context: { core } }) => {
    const { session } = entryOf(core, input.session);
    const line = core.games.shown.line();
    return session.accepts(line) === null ? session.offers(input.word, line).slice(0, mostOffers) : [];
  }),
  resynchronise: sessions.resynchronise.handler(({ input, context: { core } }) => {
    resynchronise(core, entryOf(core, input.session));
    core.publisher.touch('sessions');
  }),
  rewritten: sessions.rewritten.handler(async ({ input, context: { core }, signal }) => {
    const path = await journalNow(core.sessionRegistry, core.home.journals, input.journal);
    const engine = core.sessionRegistry.get(input.journal)?.spec.engine;
    return rewriting(core, path, input.as, signal, engine);
  }),
};

function resynchronise(core: Core, { session, spec, purpose }: SessionEntry): void {
  if (session.ending !== null || session.state === 'closing') {
    throw new Refused(
      'The engine no longer runs.',
      'Restart it; a new process starts in step with the board.',
    );
  }
  if (!followsPlace(purpose)) {
    throw new Refused(
      'This session does not follow the board, so there is nothing to resynchronise with.',
      'End the session when you no longer need it.',
    );
  }
  core.launcher.sendOptions(spec.engine);
  core.ownerOf(session).resynchronise(session);
}
