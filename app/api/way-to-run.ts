import { access, constants } from 'node:fs/promises';
import { proposeInterpreter } from '../sessions/launch/propose.ts';

/** An executable runs by itself; a script that may not be executed is given its usual interpreter. */
export async function wayToRun(
  file: string,
): Promise<{ interpreter: string | null; interpreterArgs: string[] }> {
  const executable = await access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
  const proposal = executable ? null : proposeInterpreter(file);
  return { interpreter: proposal?.interpreter ?? null, interpreterArgs: [...(proposal?.args ?? [])] };
}
