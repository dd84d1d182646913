/** Which sessions can be restarted, the words for a restart, and the repetition of a connection test. */
import type { AnalysisState, HostState, SessionState } from '../../app/api/contract.ts';
import { endingAtAGlance } from '../console/words.ts';
import type { App } from '../state/app.svelte.ts';

/** Whether a session continues after a restart. The others are single tasks, repeated where they were started. */
const goesOn = ({ purpose }: SessionState): boolean =>
  purpose !== 'report' && purpose !== 'contact' && purpose !== 'command line';

/** Whether it failed and has no successor. */
const isUnreplacedFailure = (session: SessionState): boolean =>
  session.ending !== null && session.successor === null && endingAtAGlance(session.ending).tone === 'bad';

/** Running sessions whose program was rebuilt, and the last session of each engine and purpose if it failed. */
export function restartable(state: HostState | null): readonly SessionState[] {
  const sessions = (state?.sessions ?? []).filter(goesOn);
  return sessions.filter((session, at) => {
    if (session.ending === null) return session.rebuilt;
    const later = sessions
      .slice(at + 1)
      .some(({ engine, purpose }) => engine === session.engine && purpose === session.purpose);
    return isUnreplacedFailure(session) && !later;
  });
}

/** What was done about the crash of a session; null if nothing was done. */
export function restartWords(session: SessionState, analyses: readonly AnalysisState[]): string | null {
  const analysis = analyses.find((one) => one.session === (session.successor ?? session.id));
  const restarts = session.purpose === 'analysis' ? (analysis?.restarts ?? null) : null;
  if (session.successor !== null) {
    // The count belongs to the latest restart; earlier sessions get the plain word.
    return restarts !== null
      ? `Restarted, ${restarts.made} of ${restarts.most} in ${restarts.seconds} s.`
      : 'Restarted.';
  }
  if (!restarts?.left) return null;
  return restarts.made < restarts.most
    ? 'The engine could not be restarted.'
    : `Restarted ${restarts.made} times in ${restarts.seconds} s; it then crashed again. Press R to restart.`;
}

/** Tests the connection again and dismisses the ended sessions of earlier tests from the console. */
export async function checkContact(app: App, engine: string): Promise<void> {
  const earlier = (app.state?.sessions ?? []).filter(
    (session) => session.engine === engine && session.purpose === 'contact' && session.ending !== null,
  );
  await app.run(
    Promise.all([
      ...earlier.map(({ id }) => app.client.sessions.dismiss({ session: id })),
      app.client.engines.check({ engine }),
    ]),
  );
}
