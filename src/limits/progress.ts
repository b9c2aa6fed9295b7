/** Numbers that a person would want to see, by name. Nothing is decided by them. */
export type Figures = Readonly<Record<string, number>>;

/** What work says between two steps: what it is doing, and how far it is. */
export interface Progress {
  readonly what: string;
  readonly figures: Figures;
}
