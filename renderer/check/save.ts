/** Saves the report of a check as a file or copies it, in the formats of the command line. */
import type { App } from '../state/app.svelte.ts';
import { copy } from '../state/clipboard.ts';
import { download } from '../ui/browser.ts';
import type { CheckModel } from './model.svelte.ts';

export async function saveReport(
  app: App,
  engine: string,
  { checked }: CheckModel,
  form: 'json' | 'junit' | 'text',
): Promise<void> {
  if (checked === null) return;
  const report = await app.run(app.client.jobs.checkReport({ engine, protocol: checked.protocol, form }));
  if (report) download(report.name, new Blob([report.text], { type: 'text/plain;charset=utf-8' }));
}

/** @param check the id of the check to copy; the whole report by default */
export async function copyReport(
  app: App,
  engine: string,
  { checked }: CheckModel,
  check?: string,
): Promise<void> {
  if (checked === null) return;
  const { protocol } = checked;
  const report = await app.run(
    app.client.jobs.checkReport({
      ...{ engine, protocol, form: 'text' },
      ...(check !== undefined && { check }),
    }),
  );
  if (!report) return;
  const said = check === undefined ? 'Copied the report.' : `Copied ${check}.`;
  await copy(app, report.text, said, 'Save the report as text instead.');
}
