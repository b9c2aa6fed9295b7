/** A counter of so many bits whose top bit is asked to rise infinitely often: small to write, long to enumerate. */
export function counterAag(bits: number): string {
  const latches: string[] = [];
  const gates: string[] = [];
  let carry = 1; // the literal that says that all lower bits are 1
  let next = bits + 1;
  const and = (a: number, b: number): number => {
    gates.push(`${2 * next} ${Math.max(a, b)} ${Math.min(a, b)}`);
    return 2 * next++;
  };
  for (let i = 1; i <= bits; i++) {
    const bit = 2 * i;
    const both = carry === 1 ? bit : and(bit, carry);
    const neither = carry === 1 ? 0 : and(bit + 1, carry + 1);
    latches.push(`${bit} ${carry === 1 ? bit + 1 : and(both + 1, neither + 1)}`);
    carry = both;
  }
  const header = `aag ${next - 1} 0 ${bits} 0 ${gates.length} 0 0 1 0`;
  return `${[header, ...latches, "1", carry, ...gates].join("\n")}\n`;
}
