export const undoMs = 60_000;
/** Duration of the undo toast (ms). */
export const undoShownMs = 8_000;
