const QUOTE = 34;
const BACKSLASH = 92;

/**
 * Where the text in double quotes ends that begins at `start`, behind the last quote; null where it does not end. A regular
 * expression would need some stack for each character, and names may be long.
 */
export function afterQuoted(text: string, start: number): number | null {
  if (text.charCodeAt(start) !== QUOTE) return null;
  for (let i = start + 1; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) return i + 1;
    if (code === BACKSLASH) i++;
  }
  return null;
}
