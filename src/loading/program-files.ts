/** A file that is a program, and is run to get its systems. */
export const isProgramFile = (file: string): boolean => /\.m?[jt]s$/i.test(file);
