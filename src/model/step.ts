/** Values of one step, 0 or 1, in the order of the model's latches and inputs. */
export interface Step {
  readonly latches: Uint8Array;
  readonly inputs: Uint8Array;
}
