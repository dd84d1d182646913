/** Runs a command: child processes end with it, and a failed step prints one line. */
import { StepFailed } from './prepare.mjs';
import { endChildrenWithUs, endWithNpm } from './run.mjs';

/**
 * @param {(leaveSignals: () => void) => Promise<number>} work its result is the exit code. Work that handles
 *   signals itself calls `leaveSignals` first.
 */
export async function command(work) {
  const leaveSignals = endChildrenWithUs();
  endWithNpm();
  try {
    process.exitCode = await work(leaveSignals);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
