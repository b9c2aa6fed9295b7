import type ts from "typescript";

/** `file:line:column: problem` for each place where a text is the key of an object. */
export function keysFromTexts(program: ts.Program, include: (fileName: string) => boolean): string[];
