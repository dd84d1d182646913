/** Whether the list of sessions is open: commands, the console and messages open it from anywhere. */
class SessionsWindow {
  open = $state(false);
  filter = $state('');
}

export const sessionsWindow = new SessionsWindow();

/** Opens the list of all sessions that are kept; `filter` has words, each of which must occur. */
export function openSessions(filter = ''): void {
  sessionsWindow.filter = filter;
  sessionsWindow.open = true;
}
