import { askForDrawing } from '../../sessions/drawing.ts';
import { Refused } from '../../shapes/refused.ts';
import { linesOf } from '../session-lines.ts';
import { drawingState } from '../state.ts';
import { os } from './base.ts';
import { journalText } from './journals.ts';
import { entryOf, typingHandlers } from './typing.ts';

const { sessions } = os;

export const sessionHandlers = {
  lines: sessions.lines.handler(({ input, context: { core }, signal }) =>
    linesOf(entryOf(core, input.session).session, input.from, input.beat, signal),
  ),
  send: sessions.send.handler(({ input, context: { core } }) => {
    const { session } = entryOf(core, input.session);
    if (!session.type(input.line)) {
      throw new Refused(
        'The engine no longer runs, so the line was not sent.',
        'Restart it and send the line again.',
      );
    }
    core.publisher.touch('sessions');
  }),
  ...typingHandlers,
  restart: sessions.restart.handler(async ({ input, context: { core } }) => {
    const { session } = entryOf(core, input.session);
    await core.ownerOf(session).restart(session, () => core.launcher.restart(session));
    core.sessionRegistry.dismiss(session.id);
  }),
  close: sessions.close.handler(({ input, context: { core } }) =>
    entryOf(core, input.session).session.close(),
  ),
  dismiss: sessions.dismiss.handler(({ input, context: { core } }) => {
    const { session } = entryOf(core, input.session);
    if (!core.sessionRegistry.dismiss(session.id))
      throw new Refused('The engine is still running.', 'End it first.');
    core.ownerOf(session).forget?.(session);
  }),
  journal: sessions.journal.handler(({ input, context: { core }, signal }) =>
    journalText(core, entryOf(core, input.session).session.id, signal),
  ),
  draw: sessions.draw.handler(async ({ input, context: { core }, signal }) => {
    const { session } = entryOf(core, input.session);
    const drawing = await askForDrawing(session, signal);
    if ('lines' in drawing) return drawingState(session.protocol, drawing);
    throw new Refused(`The engine drew no board: ${drawing.reason}.`, 'See its console.');
  }),
  debug: sessions.debug.handler(({ input, context: { core } }) => {
    const { session } = entryOf(core, input.session);
    if (!session.capabilities.debug) throw new Refused('This protocol has no debug mode.');
    session.request({ kind: 'debug', on: input.on });
  }),
};
