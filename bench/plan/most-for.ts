/** The most seconds that a plan may take for a question that the best engine alone takes so many for. */
export const mostFor = (best: number): number => 3 * best + 1;
