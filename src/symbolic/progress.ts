/** What an algorithm says between two steps: what it is doing and the figures that a person would want to see. */
export interface Progress {
  readonly what: string;
  readonly figures: Readonly<Record<string, number>>;
}
