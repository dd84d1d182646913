import type { App } from '../state/app.svelte.ts';

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
