/** How long the server can undo a change (ms). */
export const undoMs = 60_000;
/** How long screens offer it (ms). */
export const undoShownMs = 8_000;
