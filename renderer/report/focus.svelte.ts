/** The panel of the report. */
class ReportFocus {
  /** The key of the game whose report is to take the focus; it does so once it is drawn. */
  wanted = $state<string | null>(null);
}

export const reportFocus = new ReportFocus();
