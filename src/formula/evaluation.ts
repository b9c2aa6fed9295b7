/** The value of a formula by the values of its parts, each of which is computed once. */
export abstract class Evaluation<F extends object, V> {
  private readonly known = new Map<F, V>();

  valueOf(f: F): V {
    let value = this.known.get(f);
    if (value === undefined) {
      value = this.evaluate(f);
      this.known.set(f, value);
    }
    return value;
  }

  protected abstract evaluate(f: F): V;
}
