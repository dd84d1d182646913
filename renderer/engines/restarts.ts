/** Which sessions can be restarted, in which words, and how first contact is checked again. */
import type { AnalysisState, HostState, SessionState } from '../../app/api/contract.ts';
import { endingAtAGlance } from '../console/words.ts';
import type { App } from '../state/app.svelte.ts';

/** Sessions that continue after a restart; the others are single tasks that are repeated where they were begun. */
const goesOn = ({ purpose }: SessionState): boolean =>
  purpose !== 'audit' && purpose !== 'contact' && purpose !== 'command line';

/** Whether it failed and nothing has taken its place. */
const lies = (session: SessionState): boolean =>
  session.ending !== null && session.successor === null && endingAtAGlance(session.ending).tone === 'bad';

/** Running engines whose program was built again, and the last session of each use that failed. */
export function restartable(state: HostState | null): readonly SessionState[] {
  const sessions = (state?.sessions ?? []).filter(goesOn);
  return sessions.filter((session, at) => {
    if (session.ending === null) return session.rebuilt;
    const later = sessions
      .slice(at + 1)
      .some(({ engine, purpose }) => engine === session.engine && purpose === session.purpose);
    return lies(session) && !later;
  });
}

/** What was done about the crash of a session; null where nothing was. */
export function restartWords(session: SessionState, analysis: AnalysisState | null): string | null {
  const restarts = session.purpose === 'analysis' ? (analysis?.restarts ?? null) : null;
  if (session.successor !== null) {
    // Only of the last crash is it known which restart it led to.
    const last = restarts !== null && analysis?.session === session.successor;
    return last ? `Restarted, ${restarts.made} of ${restarts.most} in ${restarts.seconds} s.` : 'Restarted.';
  }
  if (!restarts?.left || analysis?.session !== session.id) return null;
  return restarts.made < restarts.most
    ? 'The engine could not be restarted.'
    : `Restarted ${restarts.made} times in ${restarts.seconds} s; it then crashed again. Press R to restart.`;
}

/** Checks first contact anew; what earlier checks left in the console is answered by this one. */
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
