/**
 * The lines of a text, one by one, without their ends. All at once they take far more memory than the text, in one piece of work
 * that nothing can stop: a thread that is ended meanwhile takes the process with it.
 */
export function* linesIn(text: string): Generator<string, undefined> {
  let start = 0;
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
    yield text.slice(start, end);
    start = end + 1;
  }
  yield text.slice(start);
}
