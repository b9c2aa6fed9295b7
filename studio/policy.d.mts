export const POLICY: string;
export function headers(isolated: boolean): Readonly<Record<string, string>>;
