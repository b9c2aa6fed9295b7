/** What stacks call the program, whatever its user calls the file. */
export const PATH = "/program.ts";
