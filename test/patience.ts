/** How much longer than usual tests wait for what may take long: for machines that are slow, or very busy. */
export const PATIENCE = Number(process.env.FAIRLEAD_PATIENCE ?? 1);

/** Seconds of a limit that should suffice, for a command line. */
export const seconds = (usual: number): string => String(usual * PATIENCE);
