import pc from "picocolors";

/**
 * Colours for a terminal, none in a pipe or a file, whatever else the environment says of itself (a CI's log is a file);
 * NO_COLOR and FORCE_COLOR have the last word. Only the command's own thread knows.
 */
export const isColoured = pc.isColorSupported && (process.stdout.isTTY === true || Boolean(process.env.FORCE_COLOR));

export const coloursIf = (wanted: boolean) => pc.createColors(wanted);
