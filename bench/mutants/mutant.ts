/** A checker with one thing wrong. */
export interface Mutant {
  /** In src/checkers. */
  readonly file: string;
  /** A text that the file has once. */
  readonly is: string;
  readonly becomes: string;
  /** What would be accepted though it shows nothing. */
  readonly because: string;
}
