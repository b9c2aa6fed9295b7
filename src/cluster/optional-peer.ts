/** A package that only those need who use a queue is not installed. */
export class MissingPeer extends Error {
  override readonly name = "MissingPeer";

  constructor(name: string, option: string) {
    super(`${option} needs the package '${name}', which is not installed: npm install ${name}`);
  }
}

/** Loads a package that need not be there. */
export async function peer<T>(name: string, load: () => Promise<T>, option = "--queue"): Promise<T> {
  try {
    return await load();
  } catch (e) {
    const code = e instanceof Error && "code" in e ? e.code : null;
    throw code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND" ? new MissingPeer(name, option) : e;
  }
}
