/** Whether the dialog that adds an engine is open: commands and empty states open it from anywhere. */
export const addEngine = $state({ open: false });
